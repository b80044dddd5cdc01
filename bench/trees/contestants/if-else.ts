import { cached, installHint, isCached } from '../peers/cache.ts'
import type { NativeContestant } from './contestant.ts'
import { commonArguments } from './lightgbm.ts'

/** Path of a model's program in the cache. */
export const ifElseProgram = (model: string): string => `native/if-else-${model}`

/** Model as nested conditions in C++, built by the system's compiler, as treelite and m2cgen do. */
export const ifElse: NativeContestant = {
  name: 'C++ if/else',
  language: 'native',
  warmsUp: false,
  isExact: () => true,
  reasonToSkip({ format, name }) {
    if (format !== 'lightgbm') return 'written for LightGBM models only'
    return isCached(ifElseProgram(name)) ? null : installHint
  },
  command: (problem) => [cached(ifElseProgram(problem.name)), ...commonArguments(problem)],
}
