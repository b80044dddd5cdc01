import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { predictorFiles } from '@riftline/predictor'
import { readArtifactFiles } from '@riftline/predictor/node'
import { packFile } from '../worker/pack.ts'

/**
 * Writes the files that a predictor needs as one compressed file, which the pages fetch: JSON with their texts by their paths. Its name
 * has no extension that servers compress or decompress.
 */
export async function packArtifacts(repository: string, pages: string): Promise<void> {
  const files = await readArtifactFiles(join(repository, 'artifacts'), { only: predictorFiles })
  const texts = Object.fromEntries(
    Object.entries(files).map(([path, content]) => [path, new TextDecoder().decode(content)]),
  )
  const pack = await promisify(gzip)(JSON.stringify(texts), { level: 9 })
  await mkdir(join(pages, 'public'), { recursive: true })
  await writeFile(join(pages, 'public', packFile), pack)
}
