import { open } from 'node:fs/promises'
import { type CatalogueIndex, createCatalogueIndex, RiftlineError } from '@riftline/core'
import { loadCatalogue } from '@riftline/core/node'
import { systemClock } from '@riftline/ledger'
import { importOdds, maxOddsFileBytes, type OddsImport, openOddsStore } from '@riftline/server'
import { artifactsFolder } from '../artifacts-folder.ts'
import type { Command } from '../command.ts'
import { dataConfig, dataUsage } from '../data-options.ts'
import { optional, readArguments, type Values } from '../io/arguments.ts'
import type { CliIo } from '../io/cli-io.ts'
import { UsageError } from '../io/usage-error.ts'

const usage = `riftline odds import FILE [--data DIR] [--artifacts DIR] [--json]

Adds captured odds, all or none; a running server answers with them from then on. FILE is JSON Lines: each line one
snapshot in the shape of the answer of GET /v1/odds?markets=all. A team is its id, its name or code. Snapshots that are known
are counted as duplicates; one that was captured over 5 minutes ahead of this machine's clock is refused.
  --artifacts  names and ids                          (./artifacts, else @riftline/artifacts)
${dataUsage}`

export const odds: Command = {
  usage,
  async run(args, io) {
    const { values, words } = readArguments(args, { text: ['data', 'artifacts'], flags: ['json'], words: 2 })
    const [action, file = ''] = words
    if (action !== 'import') throw new UsageError(`unknown action ${JSON.stringify(action)}`)
    const { dataFolder } = dataConfig(optional(values, 'data'), io)
    const { imported, duplicates } = await importFile(file, dataFolder, await readCatalogue(values, io), io)
    io.stdout(
      values.json === true
        ? `${JSON.stringify({ imported, duplicates })}\n`
        : `imported ${counted(imported, 'snapshot')}, ${counted(duplicates, 'duplicate')}\n`,
    )
    return 0
  },
}

/** Undefined, with a warning, where no artifacts can be read: ids are then believed, and names refused. */
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
  const log = (entry: object): void => io.stderr(`${JSON.stringify(entry)}\n`)
  const store = await openOddsStore({ dataFolder, clock: systemClock, log })
  try {
    return await importOdds(store, bytes, { clock: systemClock, ahead: 'refuse', catalogue })
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  } finally {
    await store.close()
  }
}

/** Reads at most one byte more than may be imported: enough for the refusal. */
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

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
