import { RiftlineError } from '@riftline/base'

/** Name of the file with the artifacts of a predictor, below the first page of the site. */
export const packFile = 'artifacts.bin'

/**
 * Texts of artifact files by their paths. A host that states a content encoding for the pack has the browser decompress it, so only its
 * first bytes tell whether it is compressed.
 *
 * @throws RiftlineError `artifact_invalid` for anything but a pack
 */
export async function readPack(pack: Uint8Array<ArrayBuffer>): Promise<Record<string, string>> {
  const isCompressed = pack[0] === 0x1f && pack[1] === 0x8b
  try {
    return JSON.parse(isCompressed ? await decompressed(pack) : new TextDecoder().decode(pack))
  } catch (cause) {
    const message = `${packFile}: expected the compressed files of a predictor, got ${pack.length} other bytes`
    throw new RiftlineError('artifact_invalid', message, { cause })
  }
}

async function decompressed(pack: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Response(new Blob([pack]).stream().pipeThrough(new DecompressionStream('gzip'))).text()
}
