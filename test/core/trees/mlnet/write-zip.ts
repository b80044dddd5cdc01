import { crc32, deflateRawSync } from 'node:zlib'

/** File for `writeZip`. Fields other than name and content replace the true values. */
export interface ZipFile {
  readonly name: string
  readonly content: Uint8Array
  readonly stored?: boolean
  /** Whether sizes and CRC follow the data and are zero before them, as in an archive written to a stream. */
  readonly descriptor?: boolean
  readonly data?: Uint8Array
  readonly method?: number
  readonly flags?: number
  readonly crc?: number
  readonly size?: number
  readonly compressedSize?: number
  readonly headerAt?: number
  /** Name in the local header. */
  readonly localName?: string
}

/** Fields of the end record that replace the true values. */
export interface ZipEnd {
  readonly comment?: string
  readonly disk?: number
  readonly files?: number
  readonly directoryAt?: number
  /** Bytes between the directory and the end record. */
  readonly beforeEnd?: Uint8Array
}

/** Writes a zip archive; files are deflated unless a field says otherwise. */
export function writeZip(files: readonly ZipFile[], end: ZipEnd = {}): Uint8Array {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  const add = (part: Buffer) => {
    at += parts[parts.push(part) - 1]?.length ?? 0
  }
  for (const file of files) {
    const headerAt = file.headerAt ?? at
    const name = Buffer.from(file.name)
    const data = Buffer.from(file.data ?? (file.stored ? file.content : deflateRawSync(file.content)))
    const crc = file.crc ?? crc32(file.content)
    const sizes = [file.compressedSize ?? data.length, file.size ?? file.content.length] as const
    const method = file.method ?? (file.stored ? 0 : 8)
    const flags = (file.flags ?? 0) | (file.descriptor ? 8 : 0)
    const known = file.descriptor ? numbers([4, 0], [4, 0], [4, 0]) : numbers([4, crc], [4, sizes[0]], [4, sizes[1]])
    const extra = Buffer.from('xx\x02\0yz') // the extra field of the local header may differ from the directory's
    add(numbers([4, 0x04034b50], [2, 20], [2, flags], [2, method], [4, 0]))
    const localName = Buffer.from(file.localName ?? file.name)
    add(Buffer.concat([known, numbers([2, localName.length], [2, extra.length]), localName, extra, data]))
    if (file.descriptor) add(numbers([4, 0x08074b50], [4, crc], [4, sizes[0]], [4, sizes[1]]))
    directory.push(
      numbers(
        [4, 0x02014b50],
        [4, 0x00140014],
        [2, flags],
        [2, method],
        [4, 0],
        [4, crc],
        [4, sizes[0]],
        [4, sizes[1]],
      ),
      numbers([2, name.length], [2, 0], [2, 3], [4, 0], [4, 0], [4, headerAt]),
      name,
      Buffer.from('why'),
    )
  }
  const directoryAt = end.directoryAt ?? at
  const size = directory.reduce((sum, part) => sum + part.length, 0) + (end.beforeEnd?.length ?? 0)
  const count = end.files ?? files.length
  const comment = Buffer.from(end.comment ?? '')
  const record = numbers([4, 0x06054b50], [4, end.disk ?? 0], [2, count], [2, count], [4, size], [4, directoryAt])
  const tail = [end.beforeEnd ?? Buffer.alloc(0), record, numbers([2, comment.length]), comment]
  return new Uint8Array(Buffer.concat([...parts, ...directory, ...tail]))
}

function numbers(...fields: readonly (readonly [size: number, value: number])[]): Buffer {
  return Buffer.concat(
    fields.map(([size, value]) => {
      const field = Buffer.alloc(size)
      field.writeUIntLE(value, 0, size)
      return field
    }),
  )
}
