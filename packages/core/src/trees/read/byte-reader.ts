import { ArtifactError, describe } from '@riftline/base'

/**
 * Reads little-endian values from a stretch of bytes, one after the other. Every read first proves that its bytes are
 * there, so a false length in a file allocates nothing. State: the position.
 *
 * Every method may throw ArtifactError `artifact_invalid` at `file@0x140`, the place where the faulty value begins.
 */
export interface ByteReader {
  /** The place of the next byte. */
  position(): number
  /** The error for what was read at `at`, for the caller to throw. */
  fault(at: number, expected: string, got: unknown): ArtifactError
  skip(size: number): void
  bytes(size: number): Uint8Array
  uint8(): number
  uint16(): number
  uint32(): number
  int32(): number
  float64(): number
  /** An int32 from `minimum` to `maximum`. */
  integer(minimum: number, maximum: number): number
  /** A place or a size, 64 bits without a sign: rounded beyond 2^53, where no file reaches. */
  size64(): number
  int32s(count: number): number[]
  float32s(count: number): number[]
  float64s(count: number): number[]
  /** An unsigned LEB128 number below 2^31. */
  leb128(): number
  /** As .NET's BinaryWriter writes a string: LEB128 byte length, then UTF-8. */
  text(): string
  /** Proves that nothing is left. */
  end(): void
}

/**
 * @param file what errors call `bytes`
 * @param start, to the stretch to read; what lies beyond the bytes is missing when it is read
 */
export function createByteReader(bytes: Uint8Array, file: string, start = 0, to: number = bytes.length): ByteReader {
  const end = Math.min(to, bytes.length)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let position = start

  function fault(at: number, expected: string, got: unknown): ArtifactError {
    const path = `${file}@0x${at.toString(16)}`
    return new ArtifactError('artifact_invalid', path, `expected ${expected}, got ${describe(got)}`)
  }

  /** Moves past `size` bytes and says where they begin. */
  function take(size: number): number {
    if (size > end - position) throw fault(position, `${size} more bytes`, Math.max(0, end - position))
    position += size
    return position - size
  }

  function takeBytes(size: number): Uint8Array {
    const at = take(size)
    return bytes.subarray(at, at + size)
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
    fault,
    skip: take,
    bytes: takeBytes,
    uint8: () => view.getUint8(take(1)),
    uint16: () => view.getUint16(take(2), true),
    uint32: () => view.getUint32(take(4), true),
    int32: () => view.getInt32(take(4), true),
    float64: () => view.getFloat64(take(8), true),
    integer(minimum, maximum) {
      const at = take(4)
      const value = view.getInt32(at, true)
      if (value < minimum || value > maximum) throw fault(at, `an integer from ${minimum} to ${maximum}`, value)
      return value
    },
    size64() {
      const at = take(8)
      return view.getUint32(at + 4, true) * 2 ** 32 + view.getUint32(at, true)
    },
    int32s(count) {
      const at = take(4 * count)
      const values = new Array<number>(count)
      for (let i = 0; i < count; i++) values[i] = view.getInt32(at + 4 * i, true)
      return values
    },
    float32s(count) {
      const at = take(4 * count)
      const values = new Array<number>(count)
      for (let i = 0; i < count; i++) values[i] = view.getFloat32(at + 4 * i, true)
      return values
    },
    float64s(count) {
      const at = take(8 * count)
      const values = new Array<number>(count)
      for (let i = 0; i < count; i++) values[i] = view.getFloat64(at + 8 * i, true)
      return values
    },
    leb128,
    text: () => new TextDecoder('utf-8', { ignoreBOM: true }).decode(takeBytes(leb128())),
    end() {
      if (position < end) throw fault(position, 'the end', `${end - position} more bytes`)
    },
  }
}
