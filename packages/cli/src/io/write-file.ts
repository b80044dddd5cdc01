import { type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { systemRandomBytes } from '@riftline/base/node'
import { type CliIo, orStopped } from './cli-io.ts'

interface Writing {
  /** Permissions of the file, as far as the umask lets them. */
  readonly mode: number
  readonly onStop: CliIo['onStop']
  /** Makes names in a folder outlast a power cut. */
  readonly syncFolder?: (folder: string) => Promise<void>
}

/** In pieces. */
type Text = Iterable<string> | AsyncIterable<string>

/**
 * Writes a file that is there whole or, whatever goes wrong, as it was before: beside its place, synced, then moved to it. A
 * request to stop leaves nothing behind, also while the text hangs. What is no regular file, a pipe or a terminal, is written
 * to as it stands.
 *
 * @throws Error also when all is done but the last step, to make sure of the new name; its message says so
 */
export async function writeFile(path: string, text: Text, writing: Writing): Promise<void> {
  const { mode, onStop, syncFolder = syncFolderOnDisk } = writing
  const there = await stat(path).catch(absent)
  if (isDescriptor(path) || (there !== null && !there.isFile())) return pour(await open(path, 'a'), text)
  // A link stays one, also to another disk.
  const target = there === null ? resolve(path) : await realpath(path)
  const folder = dirname(target)
  const beside = join(folder, `riftline-${Buffer.from(systemRandomBytes(8)).toString('hex')}.tmp`)
  const stopping = new AbortController()
  const forget = onStop(() => stopping.abort(new Error('stopped before the end')))
  try {
    await pour(await open(beside, 'wx', mode), untilStopped(text, stopping.signal), (file) => file.sync())
    await rename(beside, target)
  } catch (error) {
    await rm(beside, { force: true }).catch(() => {})
    throw error
  } finally {
    forget()
  }
  await syncFolder(folder).catch((cause: Error) => {
    throw new Error(`${path} is new and whole, but may be the older one again after a power cut: ${cause.message}`, {
      cause,
    })
  })
}

/** @throws the reason of the signal, once it is given */
async function* untilStopped(text: Text, signal: AbortSignal): AsyncIterable<string> {
  const pieces = Symbol.asyncIterator in text ? text[Symbol.asyncIterator]() : text[Symbol.iterator]()
  let isAtEnd = false
  try {
    while (!isAtEnd) {
      const piece = await orStopped(pieces.next(), signal)
      if (piece.done === true) isAtEnd = true
      else yield piece.value
    }
  } finally {
    // Not waited for: what hangs does not end by being told to.
    if (!isAtEnd) void Promise.resolve(pieces.return?.()).catch(() => {})
  }
}

/** What this process has open already, whatever that is: for a file the shell has said where writing begins. */
function isDescriptor(path: string): boolean {
  return /^\/(dev\/(std(out|err)$|fd\/)|proc\/)/.test(resolve(path))
}

async function pour(file: FileHandle, text: Text, finish?: (file: FileHandle) => Promise<void>): Promise<void> {
  try {
    for await (const piece of text) await file.writeFile(piece)
    await finish?.(file)
  } finally {
    await file.close()
  }
}

async function syncFolderOnDisk(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

/** Writes what is said about artifacts, and may be read by everybody, as `writeFile` does. */
export function writePublicFile(path: string, text: string, { onStop }: Pick<CliIo, 'onStop'>): Promise<void> {
  return writeFile(path, [text], { mode: 0o666, onStop })
}

/** Draws a picture where a file is named; what draws and writes it is loaded only then, since most calls want none. */
export async function writePicture(
  file: string | undefined,
  io: Pick<CliIo, 'onStop'>,
  draw: () => Promise<string>,
): Promise<void> {
  if (file === undefined) return
  const { writePublicFile } = await import('./write-file.ts')
  await writePublicFile(file, await draw(), io)
}
