// The module's exports. No kernel allocates; every address is a byte offset into the imported memory, which the packers in
// src/ensemble/engines/wasm lay out. Kernels trust their tables.
export { walk8 } from './walk'
