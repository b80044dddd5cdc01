import { Unreadable } from './reference.ts'

/** A position in a file that advances with every value read. */
export interface Cursor {
  position(): number
  byte(): number
  int32(): number
  float32(): number
  float64(): number
  /** Reads an int32 count, then that many values by `read`. */
  list(read: () => number): number[]
}

function cursorAt(bytes: Uint8Array, start: number): Cursor {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = start
  const take = (size: number) => {
    if (!(at >= 0 && at + size <= bytes.length)) throw new Unreadable('the end of a file')
    at += size
    return at - size
  }
  const cursor: Cursor = {
    position: () => at,
    byte: () => view.getUint8(take(1)),
    int32: () => view.getInt32(take(4), true),
    float32: () => view.getFloat32(take(4), true),
    float64: () => view.getFloat64(take(8), true),
    list(read) {
      const length = cursor.int32()
      if (length < 0 || length > bytes.length) throw new Unreadable(`a list of ${length}`)
      return Array.from({ length }, read)
    },
  }
  return cursor
}

/** A `Model.key`: its loader, its version and its block. */
export interface ModelKey {
  readonly loader: string
  /** The n of version 1.n. */
  readonly version: number
  readonly block: Cursor
}

export function modelKey(bytes: Uint8Array): ModelKey {
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 256 || header.getUint32(0, true) !== 0x4d004c4d) throw new Unreadable('no Model.key')
  return {
    loader: new TextDecoder('latin1').decode(bytes.subarray(0x50, 0x68)).replace(/\0.*$/s, ''),
    version: header.getUint32(0x48, true) - 0x10000,
    block: cursorAt(bytes, Number(header.getBigInt64(0x10, true))),
  }
}
