import { ArtifactError, describe, malformed, unsupported } from '@riftline/base'
import { type ByteReader, createByteReader } from '../read/byte-reader.ts'

/** Largest total size of the files read from one archive. */
const largestTotal = 2 ** 30

/** Best possible ratio of deflate: two bits for 258 bytes. A larger claim is false. */
const largestRatio = 1032

/** Largest accepted ratio, as readers take memory by the decompressed size. Models have a ratio of 5 to 15. */
const usualRatio = 32
const smallFile = 2 ** 20

/** Most bytes of a model that are read from so many compressed ones. */
export function mostInflated(compressed: number): number {
  return Math.max(smallFile, usualRatio * compressed)
}

const localHeader = 0x04034b50
/** Value that marks a size or an offset stored elsewhere, in zip64. */
const zip64 = 0xffffffff
const stored = 0
const deflated = 8

/**
 * Opens an archive; `archive` names it in errors. The header before each file's data must repeat the name in the directory:
 * otherwise a file with a damaged name would look absent.
 */
export function openZip(bytes: Uint8Array, archive: string) {
  const entries = readZipDirectory(bytes, archive)
  const dataAt = new Map<string, number>()
  for (const entry of entries.values()) dataAt.set(entry.name, findData(bytes, archive, entry))
  let total = 0
  return {
    has: (name: string) => entries.has(name),
    async read(name: string): Promise<Uint8Array> {
      const entry = entries.get(name)
      if (entry === undefined) throw malformed(name, 'this file in the archive', 'none')
      checkClaims(entry)
      total += entry.size
      if (total > largestTotal) throw unsupported(name, `more than ${largestTotal} bytes of model in all`)

      const data = createByteReader(bytes, archive, dataAt.get(name)).bytes(entry.compressedSize)
      const content = entry.method === stored ? data : await inflateUpTo(data, entry.size, name)
      if (content.length !== entry.size) throw malformed(name, `${entry.size} bytes when decompressed`, content.length)
      const sum = pureCrc32(content)
      if (sum !== entry.crc32) throw malformed(name, `CRC-32 ${entry.crc32}`, sum)
      return content
    },
  }
}

/** Zip archive in memory; files are decompressed on request. Its state is the total decompressed so far. */
export type ZipArchive = Readonly<ReturnType<typeof openZip>>

function checkClaims({ name, flags, method, compressedSize, size }: ZipEntry): void {
  if (flags & 0x2041) throw unsupported(name, 'an encrypted file')
  if (method !== stored && method !== deflated) {
    throw unsupported(name, `compression method ${method}; supported are 0 (stored) and 8 (deflate)`)
  }
  if (size === zip64 || compressedSize === zip64) throw unsupported(name, 'zip64; supported are files of at most 4 GB')
  const largest = method === stored ? compressedSize : compressedSize * largestRatio
  const smallest = method === stored ? compressedSize : 0
  if (size < smallest || size > largest) throw malformed(name, `a size that ${compressedSize} bytes can have`, size)
  const usual = mostInflated(compressedSize)
  if (size > usual) throw unsupported(name, `${size} bytes of ${compressedSize}; a model's file has at most ${usual}`)
}

/** Offset of the data after the local header, whose extra field may differ from the directory's. */
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

/** File of a zip archive as the central directory describes it. Its sizes are claims, checked when it is read. */
type ZipEntry = Readonly<ReturnType<typeof readEntry>>

const signatures = { entry: 0x02014b50, end: 0x06054b50, zip64Locator: 0x07064b50 }
const endSize = 22
const largestComment = 0xffff

/**
 * Reads the central directory at the end of a zip archive, which `archive` names in errors.
 * Source: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3.12 and 4.3.16
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

/** Finds the end record, the last part of the file except for a comment of up to 65535 bytes. */
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

/** Reads an entry: method 0 is stored, 8 deflated; `headerAt` is the offset of the local header, which precedes the data. */
function readEntry(directory: ByteReader) {
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

/** Reads `size` bytes as the name of a file, with `/` between folders. */
function readZipName(reader: ByteReader, size: number): string {
  return new TextDecoder().decode(reader.bytes(size)).replaceAll('\\', '/')
}

/** Decompresses raw deflate data (RFC 1951), or gzip, to at most `limit` bytes, counted while they stream, as a file's claim proves nothing. */
export async function inflateUpTo(
  compressed: Uint8Array,
  limit: number,
  path: string,
  format: 'deflate-raw' | 'gzip' = 'deflate-raw',
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = openInflater(compressed, path, format).getReader()
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      const message = cause instanceof Error ? cause.message.slice(0, 120) : 'unreadable'
      throw new ArtifactError(
        'artifact_invalid',
        path,
        `not ${format === 'gzip' ? 'gzip' : 'deflate data'}: ${message}`,
        { cause },
      )
    })
    if (done) return joined(chunks, size)
    size += value.length
    if (size > limit) {
      reader.cancel().catch(() => {}) // the stream is abandoned, so its errors are ignored
      const cure = format === 'gzip' ? 'decompress it first' : undefined
      throw malformed(path, `${limit} bytes at most when decompressed`, 'more', cure)
    }
    chunks.push(value)
  }
}

function openInflater(
  compressed: Uint8Array,
  path: string,
  format: 'deflate-raw' | 'gzip',
): ReadableStream<Uint8Array> {
  try {
    // A copy, as streams do not accept shared memory.
    return new Blob([new Uint8Array(compressed)]).stream().pipeThrough(new DecompressionStream(format))
  } catch (cause) {
    const reason = `this runtime has no DecompressionStream('${format}'); browsers have it since 2023, Node since 20.12`
    throw new ArtifactError('artifact_unsupported', path, reason, { cause })
  }
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const all = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk, at)
    at += chunk.length
  }
  return all
}

/** CRC-32 of zip, gzip and PNG (reflected polynomial 0xedb88320), without `node:zlib`. An unsigned 32-bit integer. */
export function pureCrc32(bytes: Uint8Array): number {
  let crc = -1
  for (let i = 0; i < bytes.length; i++) crc = (crc >>> 8) ^ table[(crc ^ bytes[i]!) & 255]!
  return ~crc >>> 0
}

const table = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ ((crc & 1) * 0xedb88320)
  return crc
})
