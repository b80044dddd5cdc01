/** Field of a protobuf message, as bytes. */
export function field(number: number, content: string | readonly number[]): number[] {
  const bytes = typeof content === 'string' ? Array.from(new TextEncoder().encode(content)) : content
  return [...varint(number * 8 + 2), ...varint(bytes.length), ...bytes]
}

export function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]
}

/** Attribute of a node that is a list of integers. */
export function ints(name: string, values: readonly number[]): number[] {
  return field(5, [...field(1, name), ...field(8, values.flatMap(varint))])
}

/** Attribute of a node that is a list of float32. */
export function floats(name: string, values: readonly number[]): number[] {
  return field(5, [...field(1, name), ...field(7, Array.from(new Uint8Array(Float32Array.from(values).buffer)))])
}
