import { createHash } from 'node:crypto'
import { type ContentLine, createTotals, header, type LedgerLine } from './ledger-document.ts'
import type { LedgerImport } from './ledger-import.ts'

/** A store whose ledger can be moved to another one. */
export interface MovableLedger {
  /** The ledger's document, line by line. Nothing may be written meanwhile. */
  exportLedger(): AsyncIterable<string>
  /** @throws RiftlineError `ledger_not_empty` unless the store has no account; `ledger_document_invalid` */
  importLedger(document: LedgerImport): Promise<void>
}

/**
 * A ledger as a document, line by line without line feeds: the content between header and trailer. Nothing may be written to
 * the ledger meanwhile.
 */
export async function* exportLedger(content: AsyncIterable<ContentLine>): AsyncIterable<string> {
  const hash = createHash('sha256')
  const totals = createTotals()
  const write = (line: LedgerLine): string => {
    const text = JSON.stringify(line)
    hash.update(text).update('\n')
    return text
  }
  yield write(header)
  for await (const line of content) {
    totals.add(line)
    yield write(line)
  }
  yield JSON.stringify({ type: 'trailer', ...totals.totals(), sha256: hash.digest('hex') } satisfies LedgerLine)
}
