import { ArtifactError, RiftlineError } from '@riftline/base'
import type { ArtifactFile } from './artifact-file.ts'
import { type OpenFolder, openFolder } from './open-folder.ts'
import { type StagedFolder, stageFolder, writeFolder } from './write-folder.ts'

type Contents = readonly [
  files: Readonly<Record<string, ArtifactFile>>,
  manifest: Readonly<Record<string, unknown>>,
  base?: OpenFolder,
]

/**
 * Stages an artifacts folder as `stageFolder` does and reads it back with the parsers that every reader uses.
 *
 * @throws RiftlineError `folder_unreadable` where they refuse it: nothing is published, and the old folder stays
 */
export function stageArtifacts(directory: string, ...[files, manifest, base]: Contents): Promise<StagedFolder> {
  return stageFolder(directory, files, manifest, base, readBack(directory))
}

/** Stages an artifacts folder, reads it back and publishes it. @throws RiftlineError as `stageArtifacts` */
export function publishFolder(directory: string, ...[files, manifest, base]: Contents): Promise<void> {
  return writeFolder(directory, files, manifest, base, readBack(directory))
}

function readBack(directory: string): (staged: string) => Promise<void> {
  return async (staged) => {
    const refuse = (reason: string, cause?: unknown): never => {
      const message = `${directory}: the new folder cannot be read back and is not published, the old one stays; ${reason}`
      throw new RiftlineError('folder_unreadable', message, { cause })
    }
    try {
      const { isMended } = await openFolder(staged)
      if (isMended) refuse('it holds a share outside of 0 to 1')
    } catch (error) {
      if (error instanceof ArtifactError) refuse(error.message, error)
      throw error
    }
  }
}
