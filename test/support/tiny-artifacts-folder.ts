import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Files, tinyArtifacts } from './tiny-artifacts.ts'

/** Writes files to a new temporary folder and returns its path; the folder is removed when the test is over. */
export async function artifactsFolder(files: Files = tinyArtifacts()): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'riftline-artifacts-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeArtifacts(folder, files)
  return folder
}

/** Writes files to a folder, which is created if it does not exist. */
export async function writeArtifacts(folder: string, files: Files = tinyArtifacts()): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}
