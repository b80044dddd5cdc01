// Exports of the module. No kernel allocates. Every address is a byte offset into the imported memory, which the packers in
// src/trees/engines/wasm lay out. Kernels trust their tables.

/** Version of the tables that kernels read. Raise it with every change of a table, so that kernels of another version are refused. */
export const layout: i32 = 7

export { encodeRows } from './codes'
export { combine128, combine512, conditions128, conditions512 } from './conditions'
export { leaves128, leaves512, score128, score512 } from './bitvector'
export { addLinearCodes, addLinearEnds, prepareDoubles, prepareSingles, scoreLinearRow } from './linear'
export { addColumnTerms, turnRows } from './linear-columns'
export { scorePairedRow } from './linear-pairs'
export { addSingles, maskRow, scoreRow8, scoreRow16, scoreRow32, scoreRow64 } from './table'
export { scoreLinearTreelets, scoreSingleTreelets, scoreTreelets } from './treelets'
export { fillCells, fillMaskedCells } from './walk'
export { walkMaskedRows, walkMaskedTrees, walkRows, walkSingleRows, walkSingleTrees } from './walk'
export { walkToEnds, walkToMaskedEnds, walkTrees } from './walk'
