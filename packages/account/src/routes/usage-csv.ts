import { type StatementLine, toUtc } from '@riftline/ledger'

const header = 'atUtc,kind,requestId,operation,model,keyId,reason,credits'

/** A month's lines as a spreadsheet reads them (RFC 4180), newest first. */
export function csvOf(lines: readonly StatementLine[]): string {
  const rows = lines.map(({ at, kind, requestId, operation, model, keyId, reason, credits }) =>
    [toUtc(at), kind, ...[requestId, operation, model, keyId, reason].map(cell), String(credits)].join(','),
  )
  return [header, ...rows, ''].join('\r\n')
}

/** A spreadsheet takes a text that begins so for a formula: the apostrophe keeps it a text. */
function cell(text: string | null): string {
  if (text === null) return ''
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
