import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Puts a text in the place of a file in one step, for its owner alone; the folder is made where it is missing. */
export async function replaceFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(`${path}.next`, text, { mode: 0o600 })
  await rename(`${path}.next`, path)
}
