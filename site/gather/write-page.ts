import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

export async function writePage(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}
