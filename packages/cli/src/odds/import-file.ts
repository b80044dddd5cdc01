import { open } from 'node:fs/promises'
import { amountOf, RiftlineError } from '@riftline/base'
import { systemClock } from '@riftline/base/node'
import {
  archiveLines,
  importOdds,
  isOddsArchive,
  maxOddsFileBytes,
  type OddsImport,
  openOddsStore,
} from '@riftline/odds'
import { type CatalogueIndex, createCatalogueIndex } from '@riftline/predictor'
import { loadCatalogue } from '@riftline/predictor/node'
import { dataConfig } from '../data-options.ts'
import { optional, type Values } from '../io/arguments.ts'
import { artifactsFolder } from '../io/artifacts-option.ts'
import type { CliIo } from '../io/cli-io.ts'
import { type CommandIo, printResult } from '../io/output.ts'

/** Imports the snapshots of a file, all or none, or those of a monthly archive part by part. @throws UsageError, RiftlineError */
export async function importOddsFile(file: string, values: Values, io: CommandIo): Promise<number> {
  const { dataFolder } = dataConfig(optional(values, 'data'), io)
  const { imported, duplicates } = await importFile(file, dataFolder, await readCatalogue(values, io), io)
  const text = `imported ${amountOf(imported, 'snapshot')}, ${amountOf(duplicates, 'duplicate')}\n`
  printResult(io, values, { imported, duplicates }, text)
  return 0
}

/** Reads the catalogue; without artifacts warns and returns undefined: ids are then trusted and names refused. */
async function readCatalogue(values: Values, io: CliIo): Promise<CatalogueIndex | undefined> {
  try {
    return createCatalogueIndex(await loadCatalogue(artifactsFolder(values, io)))
  } catch (error) {
    if (!(error instanceof RiftlineError)) throw error
    io.stderr(`riftline odds: warning: ids are not checked and names not found, without artifacts: ${error.message}\n`)
    return undefined
  }
}

async function importFile(
  file: string,
  dataFolder: string,
  catalogue: CatalogueIndex | undefined,
  io: CliIo,
): Promise<OddsImport> {
  const bytes = await readLimited(file)
  if (bytes[0] === 0x1f && bytes[1] === 0x8b && !isOddsArchive(bytes)) {
    throw new Error(`${file}: expected JSON Lines or a monthly archive of odds, got another gzip file: unpack it first`)
  }
  const log = (entry: object): void => io.stderr(`${JSON.stringify(entry)}\n`)
  const store = await openOddsStore({ dataFolder, clock: systemClock, log })
  try {
    let [imported, duplicates] = [0, 0]
    for await (const part of isOddsArchive(bytes) ? archiveLines(file) : [bytes]) {
      const lines = typeof part === 'string' ? Buffer.from(part) : part
      const added = await importOdds(store, lines, { clock: systemClock, ahead: 'refuse', catalogue })
      imported += added.imported
      duplicates += added.duplicates
    }
    return { imported, duplicates }
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  } finally {
    await store.close()
  }
}

/** Reads a file up to one byte over the limit, which is enough to refuse it. */
async function readLimited(file: string): Promise<Uint8Array> {
  const handle = await open(file)
  try {
    const chunks: Uint8Array[] = []
    for await (const chunk of handle.createReadStream({ end: maxOddsFileBytes, autoClose: false })) chunks.push(chunk)
    return Buffer.concat(chunks)
  } finally {
    await handle.close()
  }
}
