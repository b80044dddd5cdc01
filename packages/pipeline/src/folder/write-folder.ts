import { createHash } from 'node:crypto'
import { existsSync, renameSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { ArtifactFile } from './artifact-file.ts'
import { carriedFiles } from './carried-files.ts'
import type { OpenFolder } from './open-folder.ts'

/** A whole artifacts folder beside its final place, which no reader looks at. */
export interface StagedFolder {
  /** The text of its manifest: equal ones mean equal folders, but for what only people read. */
  readonly manifest: string
  /** Moves it to its place in one step, so that no reader ever sees half of it. */
  publish(): Promise<void>
  /** Removes it; after `publish` it does nothing. */
  discard(): Promise<void>
}

/**
 * Writes a whole artifacts folder beside its final place. What the run does not renew is carried over (`carriedFiles`). The
 * manifest's keys and files are in a fixed order: the same input gives the same bytes.
 *
 * @param files those that the run renews
 * @param manifest the manifest's other keys, such as `asOf` and `schemas`
 * @param base the folder that the run goes on from
 * @param check looks at the staged folder; where it throws, nothing is published
 */
export async function stageFolder(
  directory: string,
  files: Readonly<Record<string, ArtifactFile>>,
  manifest: Readonly<Record<string, unknown>>,
  base?: OpenFolder,
  check: (staged: string) => Promise<unknown> = async () => {},
): Promise<StagedFolder> {
  const target = resolve(directory)
  await mkdir(dirname(target), { recursive: true })
  const work = await mkdtemp(join(dirname(target), `.${basename(target)}-`))
  const discard = (): Promise<void> => rm(work, { recursive: true, force: true })
  try {
    const entries: Record<string, unknown> = {}
    const all = { ...(await carriedFiles(target, base)), ...files }
    for (const [path, { text, format, about }] of Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1))) {
      await mkdir(dirname(join(work, path)), { recursive: true })
      await writeFile(join(work, path), text)
      if (format === null) continue
      const content = Buffer.from(text, 'utf8')
      entries[path] = {
        format,
        bytes: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
        ...about,
      }
    }
    const document = `${JSON.stringify({ formatVersion: 1, ...manifest, files: entries }, null, 2)}\n`
    await writeFile(join(work, 'manifest.json'), document)
    await chmod(work, 0o755)
    await check(work)
    return { manifest: document, publish: () => replaceFolder(work, target), discard }
  } catch (error) {
    await discard()
    throw error
  }
}

/** Stages a folder and publishes it. */
export async function writeFolder(...args: Parameters<typeof stageFolder>): Promise<void> {
  const staged = await stageFolder(...args)
  try {
    await staged.publish()
  } finally {
    await staged.discard()
  }
}

/**
 * Puts a folder back that a run moved aside and was ended before it put the new one there, and removes what runs that were ended
 * left beside it more than an hour ago.
 *
 * @param nowMs UTC milliseconds
 */
export async function restoreFolder(directory: string, nowMs: number): Promise<void> {
  const target = resolve(directory)
  const prefix = `.${basename(target)}-`
  const beside = (await readdir(dirname(target)).catch(() => [])).filter((name) => name.startsWith(prefix)).sort()
  const aside = beside.find((name) => name.endsWith(asideSuffix))
  if (aside !== undefined && !existsSync(target)) renameSync(join(dirname(target), aside), target)
  for (const name of beside) {
    const path = join(dirname(target), name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
    if (nowMs - mtimeMs > 3_600_000) await rm(path, { recursive: true, force: true })
  }
}

const asideSuffix = '-old'

async function replaceFolder(work: string, target: string): Promise<void> {
  const old = `${work}${asideSuffix}`
  const existed = existsSync(target)
  // Both at once, so that nothing else of this process comes between: no system call swaps two folders that Node has.
  if (existed) renameSync(target, old)
  renameSync(work, target)
  if (existed) await rm(old, { recursive: true, force: true })
}
