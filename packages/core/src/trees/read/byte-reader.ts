import { ArtifactError, describe, malformed } from '@riftline/base'

/** A value as bytes, of any realm; null if it is no Uint8Array. Memory that was transferred elsewhere counts as empty. */
export function asBytes(value: unknown): Uint8Array | null {
  if (Object.prototype.toString.call(value) !== '[object Uint8Array]') return null
  const bytes = value as Uint8Array
  return bytes.length === 0 ? new Uint8Array(0) : bytes
}

/** `asBytes` for a model that may also be text or an object. @throws ArtifactError for another view of memory */
export function modelBytes(source: unknown): Uint8Array | null {
  const bytes = asBytes(source)
  if (bytes === null && ArrayBuffer.isView(source)) throw malformed('$', modelForms, source)
  return bytes
}

/** Forms of a model that its error names. */
export const modelForms = 'the model as bytes, text or object'

/** Reads `bytes` from `start` to `to`; reading beyond is an error, which names `file`. */
export function createByteReader(bytes: Uint8Array, file: string, start = 0, to: number = bytes.length) {
  const end = Math.min(to, bytes.length)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let position = start

  function fault(at: number, expected: string, got: unknown): ArtifactError {
    const path = `${file}@0x${at.toString(16)}`
    return new ArtifactError('artifact_invalid', path, `expected ${expected}, got ${describe(got)}`)
  }

  /** Moves on by `size` bytes; returns the offset at which they start. */
  function take(size: number): number {
    if (size > end - position) throw fault(position, `${size} more bytes`, Math.max(0, end - position))
    position += size
    return position - size
  }

  function takeBytes(size: number): Uint8Array {
    const at = take(size)
    return bytes.subarray(at, at + size)
  }

  function numbers(count: number, size: number, get: (at: number) => number): number[] {
    const at = take(size * count)
    return Array.from({ length: count }, (_, i) => get(at + size * i))
  }

  function leb128(): number {
    const at = position
    let value = 0
    for (let factor = 1; factor <= 2 ** 28; factor *= 128) {
      const byte = view.getUint8(take(1))
      value += (byte & 127) * factor
      if (byte < 128 && value < 2 ** 31) return value
    }
    throw fault(at, 'a LEB128 number below 2^31', value)
  }

  return {
    position: () => position,
    /** Bytes that are not read yet. */
    left: () => end - position,
    /** Creates the error for a value read at `at`, for the caller to throw. */
    fault,
    skip: take,
    bytes: takeBytes,
    uint8: () => view.getUint8(take(1)),
    uint16: () => view.getUint16(take(2), true),
    uint32: () => view.getUint32(take(4), true),
    int32: () => view.getInt32(take(4), true),
    float32: () => view.getFloat32(take(4), true),
    float64: () => view.getFloat64(take(8), true),
    integer(minimum: number, maximum: number): number {
      const at = take(4)
      const value = view.getInt32(at, true)
      if (value < minimum || value > maximum) throw fault(at, `an integer from ${minimum} to ${maximum}`, value)
      return value
    },
    /** Reads a place or a size, 64 bits without a sign; rounded beyond 2^53, which no file reaches. */
    size64(): number {
      const at = take(8)
      return view.getUint32(at + 4, true) * 2 ** 32 + view.getUint32(at, true)
    },
    int32s: (count: number) => numbers(count, 4, (at) => view.getInt32(at, true)),
    /** Reads integers of 64 bits; rounded beyond 2^53. */
    int64s: (count: number) => numbers(count, 8, (at) => Number(view.getBigInt64(at, true))),
    float32s: (count: number) => numbers(count, 4, (at) => view.getFloat32(at, true)),
    float64s: (count: number) => numbers(count, 8, (at) => view.getFloat64(at, true)),
    /** Reads an unsigned LEB128 number below 2^31. */
    leb128,
    /** Reads a string of .NET's BinaryWriter: LEB128 byte length, then UTF-8. */
    text: () => new TextDecoder('utf-8', { ignoreBOM: true }).decode(takeBytes(leb128())),
    /** Checks that no bytes are left. */
    end() {
      if (position < end) throw fault(position, 'the end', `${end - position} more bytes`)
    },
  }
}

/**
 * Reads little-endian values from a range of bytes in sequence. Every read first checks that its bytes exist, so a false length
 * in a file allocates nothing. Errors name `file@0x140`, the start of the faulty value.
 */
export type ByteReader = Readonly<ReturnType<typeof createByteReader>>
