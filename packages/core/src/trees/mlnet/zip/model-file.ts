import { unsupported } from '@riftline/base'
import { type ByteReader, createByteReader } from '../../read/byte-reader.ts'
import type { ZipArchive } from '../../zip/archive.ts'

/** Content of a `Model.key`: the ML.NET class that loads it, and the block that the class wrote. */
export interface ModelFile {
  readonly path: string
  /** Name of the class that reads `block`, such as `FastTreeBinaryExec`. */
  readonly loader: string
  /** Version of the block's format, such as 0x00010005, which determines its fields. */
  readonly version: number
  /** Oldest version whose reader understands the block. */
  readonly readableBy: number
  readonly block: ByteReader
  /** Reads a string by its number in the block; null for -1. */
  text(): string | null
}

const signature = 'ML\0MODEL'
const headerSize = 0x100
const headerVersions = { oldest: 0x00010001, newest: 0x00010002 }

/**
 * Reads `folder/Model.key`: a header of 256 bytes, the block, then strings in UTF-16.
 * Source: https://github.com/dotnet/machinelearning/blob/cd2fbd617c13bcb98ec8b6554bfa20ac603e4572/src/Microsoft.ML.Core/Data/ModelHeader.cs
 */
export async function readModelFile(archive: ZipArchive, folder: string, name = 'Model.key'): Promise<ModelFile> {
  const path = `${folder}/${name}`
  const bytes = await archive.read(path)
  const header = createByteReader(bytes, path)
  const start = ascii(header.bytes(8))
  if (start !== signature) throw header.fault(0, JSON.stringify(signature), start)
  const written = header.uint32()
  const readableBy = header.uint32()
  if (written < headerVersions.oldest || readableBy > headerVersions.newest) {
    throw unsupported(path, `header version 0x${written.toString(16)}; known are 0x10001 and 0x10002`)
  }
  const block = readPart(header, bytes.length)
  const ends = readPart(header, bytes.length)
  const characters = readPart(header, bytes.length)
  if (block.start !== headerSize) throw header.fault(0x10, `a block at ${headerSize}`, block.start)
  header.skip(8) // signature of the block, which says less than the loader

  const reader = createByteReader(bytes, path, block.start, block.end)
  return {
    path,
    version: header.uint32(),
    readableBy: header.uint32(),
    loader: ascii(header.bytes(24)),
    block: reader,
    text() {
      const id = reader.integer(-1, (ends.end - ends.start) / 8 - 1)
      if (id < 0) return null
      // Ends are byte offsets; a string starts at the end of the one before.
      const from = id === 0 ? 0 : createByteReader(bytes, path, ends.start + 8 * (id - 1), ends.end).size64()
      const to = createByteReader(bytes, path, ends.start + 8 * id, ends.end).size64()
      const size = characters.end - characters.start
      if (from > to || to > size) throw reader.fault(ends.start + 8 * id, `an end from ${from} to ${size}`, to)
      const utf16 = bytes.subarray(characters.start + from, characters.start + to)
      return new TextDecoder('utf-16le', { ignoreBOM: true }).decode(utf16)
    },
  }
}

/** Reads the offset and size of a part, which must lie within the file. */
function readPart(header: ByteReader, fileSize: number): { readonly start: number; readonly end: number } {
  const at = header.position()
  const start = header.size64()
  const size = header.size64()
  if (start + size > fileSize) throw header.fault(at, `a part within ${fileSize} bytes`, start + size)
  return { start, end: start + size }
}

/** Characters before the padding of NULs. */
function ascii(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes).replace(/\0+$/, '')
}

/** Minor version n of a block of version 1.n. Refuses a block that needs a newer reader than 1.`newest`. */
export function knownVersion({ path, loader, version, readableBy }: ModelFile, newest: number): number {
  const major = 0x00010000
  if (version > major && version >= readableBy && readableBy <= major + newest) return version - major
  throw unsupported(path, `${loader} of version 0x${version.toString(16)}; known are those up to 1.${newest}`)
}
