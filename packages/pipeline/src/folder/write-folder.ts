import { createHash } from 'node:crypto'
import { existsSync, renameSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { ArtifactError, RiftlineError } from '@riftline/base'
import { type OpenFolder, openFolder } from './open-folder.ts'

/**
 * Writes a whole artifacts folder beside its final place, where no reader looks, in a fixed order of keys and files; removes it
 * again if `check` throws.
 *
 * @param base the folder that this one continues
 * @param check default: checks that every reader can read it
 * @throws RiftlineError `folder_unreadable`
 */
export async function stageFolder(
  directory: string,
  files: Readonly<Record<string, ArtifactFile>>,
  manifest: Readonly<Record<string, unknown>>,
  base?: OpenFolder,
  check: (staged: string) => Promise<void> = readBack(directory),
) {
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

function readBack(directory: string): (staged: string) => Promise<void> {
  const refuse = (reason: string, cause?: unknown): RiftlineError => {
    const message = `${directory}: the new folder cannot be read back and is not published, the old one stays; ${reason}`
    return new RiftlineError('folder_unreadable', message, { cause })
  }
  return async (staged) => {
    const { isMended } = await openFolder(staged).catch((error: unknown) => {
      throw error instanceof ArtifactError ? refuse(error.message, error) : error
    })
    if (isMended) throw refuse('it holds a share outside of 0 to 1')
  }
}

/** Stages an artifacts folder and publishes it. @throws RiftlineError as `stageFolder` */
export async function publishFolder(...args: Parameters<typeof stageFolder>): Promise<void> {
  const staged = await stageFolder(...args)
  try {
    await staged.publish()
  } finally {
    await staged.discard()
  }
}

/** Restores a folder that an interrupted run had moved aside; removes leftovers beside it over an hour older than `nowMs` (UTC ms). */
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
  // No system call of Node swaps two folders; both renames are synchronous, so nothing else of this process runs in between.
  if (existed) renameSync(target, old)
  renameSync(work, target)
  if (existed) await rm(old, { recursive: true, force: true })
}

/** Files that make a folder a package, with their formats; no run rewrites them. */
const packaging: Readonly<Record<string, string | null>> = { 'package.json': 'npm-package', 'LICENSE.md': null }

/** Files that the run does not rewrite: all files of the base as it was opened, else the packaging files of the replaced folder. */
async function carriedFiles(replaced: string, base?: OpenFolder): Promise<Record<string, ArtifactFile>> {
  const files = await readPackaging(replaced)
  return base === undefined ? files : { ...files, ...namedFiles(base), ...(await readProse(base.directory)) }
}

async function readPackaging(directory: string): Promise<Record<string, ArtifactFile>> {
  const files: Record<string, ArtifactFile> = {}
  for (const [path, format] of Object.entries(packaging)) {
    const text = await readFile(join(directory, path), 'utf8').catch(() => null)
    if (text !== null) files[path] = { text, format }
  }
  return files
}

function namedFiles({ artifacts, files }: OpenFolder): Record<string, ArtifactFile> {
  return Object.fromEntries(
    Object.entries(artifacts.manifest.files).map(([path, { sha256: _, bytes: __, format, ...about }]) => {
      return [path, { text: new TextDecoder().decode(files[path]), format, about }]
    }),
  )
}

/** Reads the report, the README and the licence, which the manifest does not list. */
async function readProse(directory: string): Promise<Record<string, ArtifactFile>> {
  const texts: Record<string, string> = {}
  for (const path of await readdir(directory, { recursive: true })) {
    if (/\.(md|svg)$/.test(path)) texts[path] = await readFile(join(directory, path), 'utf8')
  }
  return toProse(texts)
}

/** One file of an artifacts folder; the manifest lists it with `format` and `about`, unless it has no format. */
export interface ArtifactFile {
  readonly text: string
  readonly format: string | null
  /** Additional keys of the manifest's entry: window, trainer, version, metrics. */
  readonly about?: Readonly<Record<string, unknown>>
}

/** Texts for people, by path; the manifest does not list them. */
export function toProse(texts: Readonly<Record<string, string>>): Record<string, ArtifactFile> {
  return Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, { text, format: null }]))
}
