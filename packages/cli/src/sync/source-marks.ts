import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { KnownAnswers } from '@riftline/sources'

/** What is remembered of a source between two runs. */
export interface SourceMarks {
  /** Tags and dates of its answers. */
  readonly known?: KnownAnswers
  /** Games of each of its yearly files. */
  readonly games?: Readonly<Record<number, number>>
}

export type AllMarks = Readonly<Record<string, SourceMarks>>

const file = 'sources.json'

/** None where nothing was read yet, or where the file is damaged: then every source answers in full. */
export async function readMarks(syncFolder: string): Promise<AllMarks> {
  try {
    return JSON.parse(await readFile(join(syncFolder, file), 'utf8'))
  } catch {
    return {}
  }
}

export async function writeMarks(syncFolder: string, marks: AllMarks): Promise<void> {
  await mkdir(syncFolder, { recursive: true, mode: 0o700 })
  const path = join(syncFolder, file)
  await writeFile(`${path}.next`, `${JSON.stringify(marks)}\n`, { mode: 0o600 })
  await rename(`${path}.next`, path)
}
