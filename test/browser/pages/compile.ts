/** Compiles the kernels in a frame without a policy, for the page around it. */
const scope = globalThis as unknown as {
  kernels: Promise<object>
  readonly WebAssembly: { compileStreaming(response: Promise<Response>): Promise<object> }
}

scope.kernels = scope.WebAssembly.compileStreaming(fetch('/kernels.wasm'))

export {}
