/**
 * Shared memory for one kind of array that is reused from batch to batch, so that its pages are touched once. Arrays of the
 * caller that already are shared are taken as they are.
 */
export interface SharedArrays<A extends Float64Array | Int32Array> {
  /** Shared memory of the length of `array`, its contents not yet copied. */
  over(array: A): A
  /** The same with the contents. */
  filled(array: A): A
}

export const sharedFloats = (): SharedArrays<Float64Array> => sharedArrays((buffer) => new Float64Array(buffer))
export const sharedIntegers = (): SharedArrays<Int32Array> => sharedArrays((buffer) => new Int32Array(buffer))

/** The bytes in shared memory, which threads read without a copy each. */
export function sharedCopy(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length))
  copy.set(bytes)
  return copy
}

function sharedArrays<A extends Float64Array | Int32Array>(view: (buffer: SharedArrayBuffer) => A): SharedArrays<A> {
  let memory = view(new SharedArrayBuffer(0))

  function over(array: A): A {
    if (array.buffer instanceof SharedArrayBuffer) return array
    if (memory.length < array.length) memory = view(new SharedArrayBuffer(array.byteLength))
    return memory.subarray(0, array.length) as A
  }

  return {
    over,
    filled(array) {
      const shared = over(array)
      if (shared !== array) shared.set(array)
      return shared
    },
  }
}
