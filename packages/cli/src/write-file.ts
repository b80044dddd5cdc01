import { type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { CliIo } from './cli-io.ts'
import { randomBytes } from './random-bytes.ts'

interface Writing {
  /** Permissions of the file, as far as the umask lets them. */
  readonly mode: number
  readonly onStop: CliIo['onStop']
}

/** In pieces. */
type Text = Iterable<string> | AsyncIterable<string>

/**
 * Writes a file that is there whole or, whatever goes wrong, as it was before: beside its place, synced, then moved to it. A
 * request to stop leaves nothing behind. What is no regular file, a pipe or a terminal, is written to as it stands.
 */
export async function writeFile(path: string, text: Text, { mode, onStop }: Writing): Promise<void> {
  const there = await stat(path).catch(absent)
  if (isDescriptor(path) || (there !== null && !there.isFile())) return pour(await open(path, 'a'), text)
  // A link stays one, also to another disk.
  const target = there === null ? resolve(path) : await realpath(path)
  const folder = dirname(target)
  const beside = join(folder, `riftline-${Buffer.from(randomBytes(8)).toString('hex')}.tmp`)
  let isStopped = false
  const forget = onStop(() => {
    isStopped = true
  })
  try {
    await pour(
      await open(beside, 'wx', mode),
      untilStopped(text, () => isStopped),
      (file) => file.sync(),
    )
    await rename(beside, target)
  } catch (error) {
    await rm(beside, { force: true }).catch(() => {})
    throw error
  } finally {
    forget()
  }
  await syncFolder(folder)
}

/** @throws Error when it was asked to stop */
async function* untilStopped(text: Text, isStopped: () => boolean): AsyncIterable<string> {
  for await (const piece of text) {
    if (isStopped()) throw new Error('stopped before the end')
    yield piece
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

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
