import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createGunzip } from 'node:zlib'
import { maxFileBytes } from '../http/source-client.ts'
import { SourceError } from '../source-error.ts'

/** The file of a year in a folder, and files that a person may have meant as well: they are left out. */
export interface LocalFile {
  readonly path: string
  readonly others: readonly string[]
}

/**
 * The file of a year, `.csv` or `.csv.gz` with the year in its name; null: there is none. Beside a copy such as `2026 (1).csv` that of the
 * shortest name counts.
 *
 * @throws SourceError
 */
export async function findLocalFile(folderUrl: string, year: number): Promise<LocalFile | null> {
  try {
    const folder = fileURLToPath(folderUrl)
    const names = (await readdir(folder)).filter((name) => /\.csv(\.gz)?$/i.test(name)).sort()
    const [name, ...others] = names
      .filter((one) => new RegExp(`(?<![0-9])${year}(?![0-9])`).test(one))
      .sort((a, b) => a.length - b.length)
    return name === undefined ? null : { path: join(folder, name), others }
  } catch (error) {
    throw unreadable('the folder of yearly files', error)
  }
}

/** The content of a file, unpacked. @throws SourceError */
export async function* readLocalFile(path: string, place: string): AsyncGenerator<Uint8Array> {
  const file = createReadStream(path, { highWaterMark: 1 << 20 })
  // Closing the one closes the other: a pipe alone would not carry an error over.
  const content = path.toLowerCase().endsWith('.gz')
    ? file.on('error', (e) => content.destroy(e)).pipe(createGunzip())
    : file
  let size = 0
  try {
    for await (const chunk of content) {
      size += chunk.length
      if (size > maxFileBytes) throw new SourceError('too_large', `${place}: more than ${maxFileBytes} bytes`)
      yield chunk
    }
  } catch (error) {
    throw error instanceof SourceError ? error : unreadable(place, error)
  } finally {
    file.destroy()
  }
}

function unreadable(place: string, error: unknown): SourceError {
  const { code = 'unknown' } = error as NodeJS.ErrnoException
  if (code === 'Z_BUF_ERROR') return new SourceError('truncated', `${place}: gzip data without an end`)
  if (code.startsWith('Z_')) return new SourceError('encoding', `${place}: damaged gzip data`)
  return new SourceError('connection', `${place}: cannot be read (${code})`)
}
