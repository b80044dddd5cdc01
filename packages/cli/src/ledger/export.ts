import { open, writeFile } from 'node:fs/promises'
import {
  type ContentLine,
  databaseContent,
  exportLedger,
  ledgerContent,
  readLedger,
  type ServerConfig,
  systemClock,
} from '@riftline/server'
import type { CliIo } from '../cli-io.ts'

/** Writes the whole ledger as JSON Lines to a file, a new one for its owner alone, or to stdout; a server may run beside it. */
export async function exportTo(config: ServerConfig, io: CliIo, file: string | undefined): Promise<void> {
  const lines = exportLedger(await contentOf(config))
  if (file === undefined) {
    for await (const line of lines) io.stdout(`${line}\n`)
    return
  }
  const handle = await open(file, 'w', 0o600)
  try {
    await writeFile(handle, terminated(lines))
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function contentOf(config: ServerConfig): Promise<AsyncIterable<ContentLine>> {
  if (config.store === 'postgres') return databaseContent(config.databaseUrl, new Date(systemClock.now()))
  return ledgerContent(await readLedger(config.dataFolder))
}

async function* terminated(lines: AsyncIterable<string>): AsyncIterable<string> {
  for await (const line of lines) yield `${line}\n`
}
