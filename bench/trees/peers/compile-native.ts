import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ifElseProgram } from '../contestants/if-else.ts'
import { lleavesProgram } from '../contestants/lleaves.ts'
import { readDump } from '../models/dump.ts'
import { writeCpp } from '../models/if-else-cpp.ts'
import { cached, cachedForWriting, isCached } from './cache.ts'
import { runProgram } from './run-program.ts'

const native = fileURLToPath(new URL('../native/', import.meta.url))
// Contraction is off: a fused multiply-add in a linear leaf would round once, while LightGBM rounds twice.
const flags = ['-O2', '-march=native', '-ffp-contract=off', '-I', native]

/** Builds a program that calls the C API of a trainer: `native/lightgbm` or `native/xgboost`. */
export async function compileDriver(driver: string): Promise<void> {
  const source = join(native, `${basename(driver)}.c`)
  await runProgram('cc', [...flags, source, '-o', cachedForWriting(driver), '-ldl'])
}

/** Writes a model as C++ and builds it, two files at a time, unless the program exists. */
export async function compileIfElse(model: string, json: string): Promise<void> {
  if (isCached(ifElseProgram(model))) return
  const folder = cached(`native/if-else-${model}.build`)
  mkdirSync(folder, { recursive: true })
  const sources = [join(native, 'if-else.cc')]
  for (const [name, text] of writeCpp(readDump(json))) {
    writeFileSync(join(folder, name), text)
    sources.push(join(folder, name))
  }
  const waiting = sources.map((source, i) => ({ source, object: join(folder, `${i}.o`) }))
  const objects = waiting.map(({ object }) => object)
  const compileNext = async (): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      await runProgram('g++', [...flags, '-c', next.source, '-o', next.object])
    }
  }
  await Promise.all([compileNext(), compileNext()])
  await runProgram('g++', [...objects, '-o', cached(ifElseProgram(model))])
  rmSync(folder, { recursive: true })
}

const lleavesScript = fileURLToPath(new URL('compile_lleaves.py', import.meta.url))

/**
 * Largest number of splits for which lleaves compiles all trees as one block within minutes; larger models score single rows in blocks.
 */
const largestWhole = 5000

/** Compiles a model with lleaves in blocks of trees, and a small one also as a whole for single rows, unless the program exists. */
export async function compileLleaves(python: string, model: string, json: string, text: string): Promise<void> {
  const program = lleavesProgram(model)
  if (isCached(program)) return
  const splits = readDump(json).tree_info.reduce((sum, tree) => sum + tree.num_leaves - 1, 0)
  const kinds = splits <= largestWhole ? ['blocks', 'whole'] : ['blocks']
  const objects = kinds.map((kind) => cachedForWriting(`${program}-${kind}.o`))
  for (const [i, kind] of kinds.entries()) {
    await runProgram(python, [lleavesScript, text, objects[i]!, `forest_${kind}`, kind])
  }
  const alias = kinds.length === 1 ? ['-Dforest_whole=forest_blocks'] : []
  await runProgram('cc', [...flags, ...alias, join(native, 'lleaves.c'), ...objects, '-o', cached(program), '-lm'])
  for (const object of objects) rmSync(object)
}

/** Version of lleaves in a Python interpreter; null if it is not installed. */
export async function probeLleaves(python: string): Promise<string | null> {
  return runProgram(python, [lleavesScript]).then(
    (text) => text.trim(),
    () => null,
  )
}
