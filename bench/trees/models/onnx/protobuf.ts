/*
 * Part of protobuf's wire format that an ONNX model needs: https://protobuf.dev/programming-guides/encoding/. A message is a list of
 * encoded fields.
 */

export type Field = Uint8Array

const varintType = 0
const bytesType = 2

export function message(fields: readonly Field[]): Uint8Array {
  return concatenate(fields)
}

export function integerField(number: number, value: number): Field {
  return concatenate([tag(number, varintType), varint(value)])
}

export function textField(number: number, text: string): Field {
  return bytesField(number, new TextEncoder().encode(text))
}

/** Field of bytes or of an embedded message. */
export function bytesField(number: number, bytes: Uint8Array): Field {
  return concatenate([tag(number, bytesType), varint(bytes.length), bytes])
}

export function packedIntegers(number: number, values: readonly number[]): Field {
  return bytesField(number, concatenate(values.map(varint)))
}

export function packedFloats(number: number, values: readonly number[]): Field {
  return bytesField(number, float32Bytes(values))
}

/** Little-endian doubles, as in a tensor's raw data. */
export function doubleBytes(values: readonly number[]): Uint8Array {
  return new Uint8Array(Float64Array.from(values).buffer)
}

function float32Bytes(values: readonly number[]): Uint8Array {
  return new Uint8Array(Float32Array.from(values).buffer)
}

function tag(number: number, wireType: number): Uint8Array {
  return varint(number * 8 + wireType)
}

/** Variable-length integer: seven bits per byte, the lowest first; the top bit marks that more follow. Takes whole numbers from 0. */
function varint(value: number): Uint8Array {
  const bytes: number[] = []
  let rest = value
  while (rest > 127) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  bytes.push(rest)
  return Uint8Array.from(bytes)
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
