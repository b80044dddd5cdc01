import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'

/** One file of an artifacts folder; `format` and `about` go into the manifest, files without a format do not. */
export interface ArtifactFile {
  readonly text: string
  readonly format: string | null
  /** Further keys of the manifest's entry: window, trainer, version, metrics. */
  readonly about?: Readonly<Record<string, unknown>>
}

/** What makes the folder a package, with its format. No run renews it. */
const carried: Readonly<Record<string, string | null>> = { 'package.json': 'npm-package', 'LICENSE.md': null }

/**
 * Writes a whole artifacts folder beside its final place and moves it there in one step, so that a reader never sees half
 * of it; a folder that was a package stays one. The manifest's keys and files are in a fixed order: the same input gives the same bytes.
 *
 * @param manifest what the manifest says beside the files, `asOf` and `schemas` among it
 */
export async function writeFolder(
  directory: string,
  files: Readonly<Record<string, ArtifactFile>>,
  manifest: Readonly<Record<string, unknown>>,
): Promise<void> {
  const target = resolve(directory)
  await mkdir(dirname(target), { recursive: true })
  const work = await mkdtemp(join(dirname(target), `.${basename(target)}-`))
  try {
    const entries: Record<string, unknown> = {}
    const all = { ...(await readCarried(target)), ...files }
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
    const document = { formatVersion: 1, ...manifest, files: entries }
    await writeFile(join(work, 'manifest.json'), `${JSON.stringify(document, null, 2)}\n`)
    await chmod(work, 0o755)
    await replaceFolder(work, target)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function readCarried(target: string): Promise<Record<string, ArtifactFile>> {
  const files: Record<string, ArtifactFile> = {}
  for (const [path, format] of Object.entries(carried)) {
    const text = await readFile(join(target, path), 'utf8').catch(() => null)
    if (text !== null) files[path] = { text, format }
  }
  return files
}

async function replaceFolder(work: string, target: string): Promise<void> {
  const old = `${work}-old`
  const existed = await rename(target, old).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )
  await rename(work, target)
  if (existed) await rm(old, { recursive: true, force: true })
}
