import type { Library } from './cache.ts'
import { tryProgram } from './run-program.ts'

/** Module of each trainer's Python package that has loaded the native library. */
const modules = { lightgbm: 'lightgbm.basic', xgboost: 'xgboost.core' } as const

/** Native library of a trainer: the given `PATH` or `PATH@VERSION`, else that of its package in a Python interpreter, or null. */
export async function findLibrary(
  trainer: keyof typeof modules,
  given: string | undefined,
  python: string,
): Promise<Library | null> {
  if (given !== undefined) {
    const [library = '', version = 'of unknown version'] = given.split('@')
    return { library, version }
  }
  const script = `import ${trainer}, ${modules[trainer]} as m; print(m._LIB._name); print(${trainer}.__version__)`
  const [library, version] = (await tryProgram(python, ['-c', script]))?.split('\n') ?? []
  return library && version ? { library, version } : null
}
