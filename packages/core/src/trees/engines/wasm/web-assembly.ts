/** The part of the WebAssembly interface that core uses, so that it needs the types of neither the browser nor Node. */
export interface WebAssemblyApi {
  readonly Memory: new (size: { readonly initial: number }) => WasmMemory
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown }
}

export interface WasmMemory {
  /** Another object after every `grow`. */
  readonly buffer: ArrayBuffer
  /** Adds pages of 64 KiB. @throws RangeError when there is no room */
  grow(pages: number): number
}

/** The global, or undefined in a runtime without it. */
export function webAssembly(): WebAssemblyApi | undefined {
  return (globalThis as { readonly WebAssembly?: WebAssemblyApi }).WebAssembly
}
