import { describe, malformed, unsupported } from '@riftline/base'
import { createByteReader } from '../read/byte-reader.ts'
import { crc32 } from '../read/crc32.ts'
import { readZipDirectory, readZipName, type ZipEntry } from './directory.ts'
import { inflateExactly } from './inflate.ts'

/** A zip archive in memory; files are decompressed when they are asked for. State: how much has been decompressed. */
export interface ZipArchive {
  has(name: string): boolean
  /**
   * The bytes of a file.
   * @throws ArtifactError `artifact_invalid` where it is absent or damaged; `artifact_unsupported` where it is encrypted
   *   or compressed by another method than deflate
   */
  read(name: string): Promise<Uint8Array>
}

/** All files that are read from one archive together have at most this size. */
const largestTotal = 2 ** 30

/** Deflate cannot do better: two bits for 258 bytes. A larger claim is false and need not be tried. */
const largestRatio = 1032

/** Files of models are a fifth of their size, or a tenth; one that grows further than this is refused before it is decompressed. */
const usualRatio = 64
const smallFile = 2 ** 20

const localHeader = 0x04034b50
/** Stands for a size or a place that is stored elsewhere. */
const zip64 = 0xffffffff
const stored = 0
const deflated = 8

/**
 * Opens an archive; `archive` names it in errors. The header before each file's data must repeat the name in the
 * directory: a damaged name would otherwise pass for a file that is absent.
 *
 * @throws ArtifactError as `readZipDirectory`
 */
export function openZip(bytes: Uint8Array, archive: string): ZipArchive {
  const entries = readZipDirectory(bytes, archive)
  const dataAt = new Map<string, number>()
  for (const entry of entries.values()) dataAt.set(entry.name, findData(bytes, archive, entry))
  let total = 0
  return {
    has: (name) => entries.has(name),
    async read(name) {
      const entry = entries.get(name)
      if (entry === undefined) throw malformed(name, 'this file in the archive', 'none')
      checkClaims(entry)
      total += entry.size
      if (total > largestTotal) throw unsupported(name, `more than ${largestTotal} bytes of model in all`)

      const data = createByteReader(bytes, archive, dataAt.get(name)).bytes(entry.compressedSize)
      const content = entry.method === stored ? data : await inflateExactly(data, entry.size, name)
      const sum = crc32(content)
      if (sum !== entry.crc32) throw malformed(name, `CRC-32 ${entry.crc32}`, sum)
      return content
    },
  }
}

function checkClaims({ name, flags, method, compressedSize, size }: ZipEntry): void {
  if (flags & 0x2041) throw unsupported(name, 'an encrypted file')
  if (method !== stored && method !== deflated) {
    throw unsupported(name, `compression method ${method}; supported are 0 (stored) and 8 (deflate)`)
  }
  if (size === zip64 || compressedSize === zip64) throw unsupported(name, 'zip64; supported are files of at most 4 GB')
  const largest = method === stored ? compressedSize : compressedSize * largestRatio
  const smallest = method === stored ? compressedSize : 0
  if (size < smallest || size > largest) throw malformed(name, `a size that ${compressedSize} bytes can have`, size)
  const usual = Math.max(smallFile, usualRatio * compressedSize)
  if (size > usual) throw unsupported(name, `${size} bytes of ${compressedSize}; a model's file has at most ${usual}`)
}

/** Where the data begin: behind the local header, whose extra field may differ from the directory's. */
function findData(bytes: Uint8Array, archive: string, { name, headerAt }: ZipEntry): number {
  if (headerAt === zip64) throw unsupported(name, 'zip64; supported are archives of at most 4 GB')
  const reader = createByteReader(bytes, archive, headerAt)
  const signature = reader.uint32()
  if (signature !== localHeader) throw reader.fault(headerAt, `the header of ${describe(name)}`, signature)
  reader.skip(22)
  const nameSize = reader.uint16()
  const extraSize = reader.uint16()
  const nameAt = reader.position()
  const localName = readZipName(reader, nameSize)
  if (localName !== name) throw reader.fault(nameAt, `the name ${describe(name)}`, localName)
  reader.skip(extraSize)
  return reader.position()
}
