import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'
import { joined } from './joined.ts'

export interface Entry {
  readonly name: string
  readonly content: Uint8Array
}

/** A file that is decompressed when it is asked for. */
export interface PackedEntry {
  readonly name: string
  readonly content: () => Uint8Array
}

const signatures = { local: 0x04034b50, directory: 0x02014b50, end: 0x06054b50 }

/** Files of an archive. */
export function unzip(bytes: Uint8Array): Entry[] {
  return listZip(bytes).map(({ name, content }) => ({ name, content: content() }))
}

/** The same by the directory only. Fails, as it may, on a damaged archive. */
export function listZip(bytes: Uint8Array): PackedEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let end = bytes.length - 22
  while (view.getUint32(end, true) !== signatures.end) end--
  const entries: PackedEntry[] = []
  let at = view.getUint32(end + 16, true)
  for (let i = view.getUint16(end + 10, true); i > 0; i--) {
    const [nameSize, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true)) as [
      number,
      number,
      number,
    ]
    const [stored, size, local] = [
      view.getUint16(at + 10, true) === 0,
      view.getUint32(at + 20, true),
      view.getUint32(at + 42, true),
    ]
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameSize)).replaceAll('\\', '/'),
      content() {
        const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
        const data = bytes.subarray(from, from + size)
        return stored ? data : inflateRawSync(data)
      },
    })
    at += 46 + nameSize + extra + comment
  }
  return entries
}

/** An archive of these files with right sizes and sums. */
export function zip(entries: readonly Entry[], deflated: boolean): Uint8Array<ArrayBuffer> {
  const files = entries.map(({ name, content }) => {
    const common = new DataView(new ArrayBuffer(26))
    const data = deflated ? deflateRawSync(content) : content
    const nameBytes = new TextEncoder().encode(name)
    common.setUint16(0, 20, true)
    common.setUint16(4, deflated ? 8 : 0, true)
    common.setUint32(10, crc32(content), true)
    common.setUint32(14, data.length, true)
    common.setUint32(18, content.length, true)
    common.setUint16(22, nameBytes.length, true)
    return { common: new Uint8Array(common.buffer), nameBytes, data }
  })
  const parts: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let at = 0
  for (const { common, nameBytes, data } of files) {
    const tail = new DataView(new ArrayBuffer(14))
    tail.setUint32(10, at, true)
    directory.push(uint32(signatures.directory), Uint8Array.of(20, 0), common, new Uint8Array(tail.buffer), nameBytes)
    parts.push(uint32(signatures.local), common, nameBytes, data)
    at += 30 + nameBytes.length + data.length
  }
  const end = new DataView(new ArrayBuffer(22))
  end.setUint32(0, signatures.end, true)
  end.setUint16(8, files.length, true)
  end.setUint16(10, files.length, true)
  end.setUint32(
    12,
    directory.reduce((sum, part) => sum + part.length, 0),
    true,
  )
  end.setUint32(16, at, true)
  return joined(...parts, ...directory, new Uint8Array(end.buffer))
}

function uint32(value: number): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(4))
  bytes.setUint32(0, value, true)
  return new Uint8Array(bytes.buffer)
}
