import { jsonPlace, orThrow, RiftlineError } from '@riftline/base'
import { type Fs, ifThere, replaceFile, unlinkIfThere } from '@riftline/base/node'
import { StorageError } from '@riftline/ledger'
import type * as z from 'zod'

/** Stores documents as `<name>.json` in one folder. Each write is atomic, and a removal is durable. */
export function createJsonFiles(fs: Fs, folder: string) {
  return {
    save: (name: string, document: unknown) => kept(() => replaceFile(fs, folder, `${name}.json`, toBytes(document))),
    drop: (names: readonly string[]) =>
      kept(async () => {
        for (const name of names) await unlinkIfThere(fs, `${folder}/${name}.json`)
        await fs.syncFolder(folder)
      }),
  }
}

export function toBytes(document: unknown): Uint8Array {
  return Buffer.from(`${JSON.stringify(document)}\n`)
}

/** Runs a disk action. @throws StorageError for an error of the disk */
export async function kept<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (cause) {
    throw new StorageError('the disk cannot store the change', { cause })
  }
}

/** Reads the documents whose file names match; none if the folder is missing. @throws RiftlineError `people_unusable` */
export async function readJsonFiles<T>(fs: Fs, folder: string, name: RegExp, schema: z.ZodType<T>) {
  const names = (await listed(fs, folder))
    .filter((entry) => entry.endsWith('.json'))
    .map((entry) => entry.slice(0, -'.json'.length))
    .filter((entry) => name.test(entry))
    .sort()
  const documents: (readonly [string, T])[] = []
  for (const entry of names) {
    const path = `${folder}/${entry}.json`
    const text = await readIfThere(fs, path)
    if (text !== null) documents.push([entry, parseStored(schema, path, text)])
  }
  return documents
}

export async function readIfThere(fs: Fs, path: string): Promise<string | null> {
  return (await ifThere(fs.read(path)))?.toString() ?? null
}

/** Removes files left unfinished by a killed process; returns their number. */
export async function removeUnfinished(fs: Fs, folder: string): Promise<number> {
  const names = (await listed(fs, folder)).filter((name) => name.endsWith('.tmp'))
  for (const name of names) await unlinkIfThere(fs, `${folder}/${name}`)
  return names.length
}

async function listed(fs: Fs, folder: string): Promise<readonly string[]> {
  return (await ifThere(fs.list(folder))) ?? []
}

/** Text that every store can keep: PostgreSQL refuses NUL characters, and a lone surrogate has no UTF-8. */
export const storedText: RegExp = /^[^\0\p{Surrogate}]*$/u

export const sha256Hex: RegExp = /^[0-9a-f]{64}$/

/** Checks a document that was read. @throws RiftlineError `people_unusable`, without the values, which may be addresses or hashes */
export function checkRead<T>(schema: z.ZodType<T>, source: string, document: unknown): T {
  const result = schema.safeParse(document)
  if (result.success) return result.data
  throw unusable(source, firstFault(result.error))
}

export function parseStored<T>(schema: z.ZodType<T>, source: string, text: string): T {
  // Thrown without a cause, whose message would repeat part of the text.
  const document: unknown = orThrow(
    () => JSON.parse(text),
    () => unusable(source, 'expected JSON'),
  )
  return checkRead(schema, source, document)
}

/** Refuses a document that could not be read back. @throws RiftlineError `invalid_argument` */
export function checkWritten<T>(schema: z.ZodType<T>, what: string, value: T): void {
  const result = schema.safeParse(value)
  if (!result.success) throw new RiftlineError('invalid_argument', `${what}: ${firstFault(result.error)}`)
}

export function unusable(source: string, reason: string): RiftlineError {
  return new RiftlineError('people_unusable', `${source}: ${reason}`)
}

function firstFault({ issues: [issue] }: z.ZodError): string {
  return issue === undefined ? 'is not as expected' : `$${jsonPlace(issue.path)}: ${issue.message}`
}
