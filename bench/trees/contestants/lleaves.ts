import { cached, installHint, isCached } from '../peers/cache.ts'
import type { NativeContestant } from './contestant.ts'
import { commonArguments } from './lightgbm.ts'

/** Path of a model's program in the cache. */
export const lleavesProgram = (model: string): string => `native/lleaves-${model}`

/** Reasons, by model name, for which lleaves cannot compile a model in reasonable time or cannot express it. */
export const lleavesGaps: Readonly<Record<string, string>> = {
  '1000x255': 'compiles for more than 20 minutes',
  'lightgbm-match': 'does not know linear leaves',
}

/** lleaves compiles LightGBM models through LLVM. It sums blocks of trees, so its bits differ in batches. */
export const lleaves: NativeContestant = {
  name: 'lleaves',
  language: 'native',
  warmsUp: false,
  isExact: () => false,
  reasonToSkip({ format, name }) {
    if (format !== 'lightgbm') return 'reads LightGBM models only'
    return lleavesGaps[name] ?? (isCached(lleavesProgram(name)) ? null : installHint)
  },
  command: (problem) => [cached(lleavesProgram(problem.name)), ...commonArguments(problem)],
}
