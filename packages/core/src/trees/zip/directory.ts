import { malformed, unsupported } from '@riftline/base'
import { type ByteReader, createByteReader } from '../read/byte-reader.ts'

/** A file of a zip archive as the central directory describes it. Sizes are claims until it is read. */
export interface ZipEntry {
  /** With `/` between folders, also where Windows programs wrote `\\`. */
  readonly name: string
  readonly flags: number
  /** 0 stored, 8 deflated. */
  readonly method: number
  readonly crc32: number
  readonly compressedSize: number
  readonly size: number
  /** Place of the local header, after which the data come. */
  readonly headerAt: number
}

const signatures = { entry: 0x02014b50, end: 0x06054b50, zip64Locator: 0x07064b50 }
const endSize = 22
const largestComment = 0xffff

/**
 * Reads the central directory at the end of a zip archive.
 *
 * Source: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3.12 and 4.3.16
 *
 * @param archive what errors call the archive
 * @throws ArtifactError `artifact_invalid` when it is damaged or two files have one name; `artifact_unsupported` for
 *   zip64 and for archives in several parts
 */
export function readZipDirectory(bytes: Uint8Array, archive: string): ReadonlyMap<string, ZipEntry> {
  const endAt = findEnd(bytes)
  if (endAt < 0) throw malformed(archive, 'the bytes of a zip archive', `${bytes.length} bytes without its end record`)
  const end = createByteReader(bytes, archive, endAt + 4)
  const parts = end.uint32()
  const filesHere = end.uint16()
  const files = end.uint16()
  const size = end.uint32()
  const startAt = end.uint32()
  if (files === 0xffff || size === 0xffffffff || startAt === 0xffffffff || hasZip64Locator(bytes, endAt)) {
    throw unsupported(archive, 'zip64; supported are archives of at most 65534 files and 4 GB')
  }
  if (parts !== 0 || filesHere !== files) throw unsupported(archive, 'an archive in several parts; supported is one')
  if (startAt + size !== endAt) throw end.fault(endAt + 12, `${endAt} for directory start + size`, startAt + size)

  const directory = createByteReader(bytes, archive, startAt, endAt)
  const entries = new Map<string, ZipEntry>()
  for (let i = 0; i < files; i++) {
    const at = directory.position()
    const entry = readEntry(directory)
    if (entries.has(entry.name)) throw directory.fault(at, 'each file once', entry.name)
    entries.set(entry.name, entry)
  }
  directory.end()
  return entries
}

/** The end record is the last in the file, but a comment of up to 65535 bytes may follow it. */
function findEnd(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = bytes.length - endSize; at >= Math.max(0, bytes.length - endSize - largestComment); at--) {
    const commentSize = bytes.length - endSize - at
    if (view.getUint32(at, true) === signatures.end && view.getUint16(at + 20, true) === commentSize) return at
  }
  return -1
}

function hasZip64Locator(bytes: Uint8Array, endAt: number): boolean {
  return endAt >= 20 && createByteReader(bytes, '', endAt - 20).uint32() === signatures.zip64Locator
}

function readEntry(directory: ByteReader): ZipEntry {
  const at = directory.position()
  const signature = directory.uint32()
  if (signature !== signatures.entry) throw directory.fault(at, 'an entry of the directory', signature)
  directory.skip(4) // versions
  const flags = directory.uint16()
  const method = directory.uint16()
  directory.skip(4) // time
  const crc32 = directory.uint32()
  const compressedSize = directory.uint32()
  const size = directory.uint32()
  const nameSize = directory.uint16()
  const extraSize = directory.uint16()
  const commentSize = directory.uint16()
  directory.skip(8) // part, attributes
  const headerAt = directory.uint32()
  const name = readZipName(directory, nameSize)
  directory.skip(extraSize + commentSize)
  return { name, flags, method, crc32, compressedSize, size, headerAt }
}

/** The next `size` bytes as the name of a file, folders parted by `/`. */
export function readZipName(reader: ByteReader, size: number): string {
  return new TextDecoder().decode(reader.bytes(size)).replaceAll('\\', '/')
}
