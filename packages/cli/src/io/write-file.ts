import { type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { ifThere, systemRandomBytes } from '@riftline/base/node'
import { type CliIo, orStopped } from './cli-io.ts'

interface Writing {
  readonly mode: number
  readonly onStop: CliIo['onStop']
  readonly syncFolder?: (folder: string) => Promise<void>
}

type Content = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>

/**
 * Writes a file completely or keeps the old one: a temporary file beside it is synced and renamed. A request to stop leaves nothing
 * behind, even if the text hangs. A pipe or a terminal is written to directly.
 * @throws Error, also if only the last step failed, which makes the new name durable; the message says so
 */
export async function writeFile(path: string, text: Content, writing: Writing): Promise<void> {
  const { mode, onStop, syncFolder = syncFolderOnDisk } = writing
  const there = await ifThere(stat(path))
  if (isDescriptor(path) || (there !== null && !there.isFile())) return pour(await open(path, 'a'), text)
  // The target of a symbolic link is replaced, not the link, even on another disk.
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

/** @throws the signal's reason once it is aborted */
async function* untilStopped(text: Content, signal: AbortSignal): AsyncIterable<string | Uint8Array> {
  const pieces = Symbol.asyncIterator in text ? text[Symbol.asyncIterator]() : text[Symbol.iterator]()
  let isAtEnd = false
  try {
    while (!isAtEnd) {
      const piece = await orStopped(pieces.next(), signal)
      if (piece.done === true) isAtEnd = true
      else yield piece.value
    }
  } finally {
    // Not awaited, because a hanging source may never return.
    if (!isAtEnd) void Promise.resolve(pieces.return?.()).catch(() => {})
  }
}

/** Whether a path is an open descriptor of this process, whose position the shell has set. */
function isDescriptor(path: string): boolean {
  return /^\/(dev\/(std(out|err)$|fd\/)|proc\/)/.test(resolve(path))
}

async function pour(file: FileHandle, text: Content, finish?: (file: FileHandle) => Promise<void>): Promise<void> {
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

/** Writes a file that everyone may read, like `writeFile`. */
export function writePublicFile(path: string, text: string, { onStop }: Pick<CliIo, 'onStop'>): Promise<void> {
  return writeFile(path, [text], { mode: 0o666, onStop })
}

/** Writes a picture if a file is named; only then `draw` loads its code. */
export async function writePicture(
  file: string | undefined,
  io: Pick<CliIo, 'onStop'>,
  draw: () => Promise<string>,
): Promise<void> {
  if (file === undefined) return
  await writePublicFile(file, await draw(), io)
}
