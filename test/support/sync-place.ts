import { cp, mkdir, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'

/** A copy of the committed artifacts beside an empty data folder. */
export interface SyncPlace {
  readonly artifactsDirectory: string
  readonly dataDirectory: string
}

export async function syncPlace(root: string): Promise<SyncPlace> {
  const folder = await mkdtemp(join(root, 'place-'))
  const paths = { artifactsDirectory: join(folder, 'artifacts'), dataDirectory: join(folder, 'data') }
  await cp('artifacts', paths.artifactsDirectory, { recursive: true })
  await mkdir(paths.dataDirectory)
  return paths
}
