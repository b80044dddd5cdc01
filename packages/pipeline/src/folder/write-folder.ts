import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { ArtifactFile } from './artifact-file.ts'
import { carriedFiles } from './carried-files.ts'
import type { OpenFolder } from './open-folder.ts'

/**
 * Writes a whole artifacts folder beside its final place and moves it there in one step, so that no reader ever sees half of
 * it. What the run does not renew is carried over (`carriedFiles`). The manifest's keys and files are in a fixed order:
 * the same input gives the same bytes.
 *
 * @param files those that the run renews
 * @param manifest the manifest's other keys, such as `asOf` and `schemas`
 * @param base the folder that the run goes on from
 */
export async function writeFolder(
  directory: string,
  files: Readonly<Record<string, ArtifactFile>>,
  manifest: Readonly<Record<string, unknown>>,
  base?: OpenFolder,
): Promise<void> {
  const target = resolve(directory)
  await mkdir(dirname(target), { recursive: true })
  const work = await mkdtemp(join(dirname(target), `.${basename(target)}-`))
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
    const document = { formatVersion: 1, ...manifest, files: entries }
    await writeFile(join(work, 'manifest.json'), `${JSON.stringify(document, null, 2)}\n`)
    await chmod(work, 0o755)
    await replaceFolder(work, target)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
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
