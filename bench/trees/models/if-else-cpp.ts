import type { Dump, DumpTree } from './dump.ts'
import { bitsetOf, type Dialect, writeTree } from './if-else.ts'

/** Number of splits in a chunk of trees: one source file, whose code stays in the caches while all rows of a batch pass through it. */
const splitsPerChunk = 1200

const dialect: Dialect = {
  cell: (feature) => `x[${feature}]`,
  leaf: (output) => `return ${output};`,
  isMember: (cell, set) => `has(${cell}, set${set}, sizeof set${set} / 4)`,
  infinity: 'HUGE_VAL',
}

// Membership of a value in a set. NaN is in no set, because it fails every comparison; a value in (-1, 0) is truncated to category 0.
const has = `static inline bool has(double x, const unsigned *set, unsigned words) {
  if (!(x > -1 && x < 32.0 * words)) return false;
  const unsigned c = (unsigned)(int)x;
  return set[c >> 5] >> (c & 31) & 1;
}`

/** Writes a model as C++ sources, by file name, for `native/if-else.cc`. */
export function writeCpp(dump: Dump): ReadonlyMap<string, string> {
  const chunks = chunksOf(dump.tree_info)
  const files = new Map(chunks.map((trees, c) => [`chunk${c}.cc`, chunkSource(c, trees, dump)]))
  const names = chunks.map((_, c) => `chunk${c}`)
  const declarations = names.map((name) => `void ${name}(const double *, int32_t, double *);`)
  const table = [
    '#include <stdint.h>',
    ...declarations,
    'typedef void (*chunk_t)(const double *, int32_t, double *);',
    `extern const chunk_t chunks[] = {${names.join(', ')}};`,
    `extern const int chunk_count = ${names.length};`,
    '',
  ]
  return files.set('table.cc', table.join('\n'))
}

interface Numbered {
  readonly number: number
  readonly tree: DumpTree
}

function chunksOf(trees: readonly DumpTree[]): Numbered[][] {
  const chunks: Numbered[][] = [[]]
  let splits = 0
  trees.forEach((tree, number) => {
    if (splits >= splitsPerChunk) {
      chunks.push([])
      splits = 0
    }
    chunks.at(-1)!.push({ number, tree })
    splits += tree.num_leaves - 1
  })
  return chunks
}

function chunkSource(chunk: number, trees: readonly Numbered[], dump: Dump): string {
  const outputs = dump.num_tree_per_iteration
  const sources = trees.map(({ number, tree }) => treeSource(number, tree))
  const additions = trees.map(({ number }) => `    scores[${number % outputs}] += tree${number}(rows);`)
  return [
    '#include <math.h>',
    '#include <stdint.h>',
    has,
    ...sources,
    `void chunk${chunk}(const double *rows, int32_t count, double *scores) {`,
    `  for (int32_t r = 0; r < count; r++, rows += ${dump.max_feature_idx + 1}, scores += ${outputs}) {`,
    ...additions,
    '  }',
    '}',
    '',
  ].join('\n')
}

function treeSource(number: number, tree: DumpTree): string {
  const sets: number[][] = []
  const body = writeTree(tree, dialect, sets)
  const tables = sets.map((set, s) => {
    const words = Array.from(bitsetOf(set), (word) => `${word}u`)
    return `static const unsigned set${s}[] = {${words.length === 0 ? '0u' : words.join(', ')}};`
  })
  return `static double tree${number}(const double *x) {${tables.join('')}${body}}`
}
