import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ArtifactFile, toProse } from './artifact-file.ts'
import type { OpenFolder } from './open-folder.ts'

/** What makes a folder a package, with its format. No run renews it. */
const packaging: Readonly<Record<string, string | null>> = { 'package.json': 'npm-package', 'LICENSE.md': null }

/**
 * What a new folder takes over where the run does not renew it: everything of the folder that the run goes on from, as it was
 * when it was opened, else what makes the replaced folder a package.
 */
export async function carriedFiles(replaced: string, base?: OpenFolder): Promise<Record<string, ArtifactFile>> {
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

/** The models and whatever else the manifest names. */
function namedFiles({ artifacts, files }: OpenFolder): Record<string, ArtifactFile> {
  return Object.fromEntries(
    Object.entries(artifacts.manifest.files).map(([path, { sha256: _, bytes: __, format, ...about }]) => {
      return [path, { text: new TextDecoder().decode(files[path]), format, about }]
    }),
  )
}

/** The report, the README and the licence, which the manifest does not name. */
async function readProse(directory: string): Promise<Record<string, ArtifactFile>> {
  const texts: Record<string, string> = {}
  for (const path of await readdir(directory, { recursive: true })) {
    if (/\.(md|svg)$/.test(path)) texts[path] = await readFile(join(directory, path), 'utf8')
  }
  return toProse(texts)
}
