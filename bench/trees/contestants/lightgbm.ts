import { cached, installHint, isCached, readPeers } from '../peers/cache.ts'
import type { Problem } from '../problem.ts'
import type { NativeContestant } from './contestant.ts'

/** Path of the compiled driver in the cache. */
export const lightgbmDriver = 'native/lightgbm'

/** LightGBM's own C API on one thread, called from C: PredictForMat, and SingleRowFast for one row; for sparse rows PredictForCSR and SingleRow. */
export const lightgbm: NativeContestant = {
  name: 'LightGBM C API',
  language: 'native',
  warmsUp: false,
  takesSparse: true,
  isExact: () => true,
  reasonToSkip({ format, text }) {
    if (format !== 'lightgbm') return 'reads LightGBM models only'
    return text === null || readPeers().lightgbm === null || !isCached(lightgbmDriver) ? installHint : null
  },
  command(problem) {
    return [cached(lightgbmDriver), ...commonArguments(problem), readPeers().lightgbm!.library, problem.text!]
  },
}

/** Arguments that `native/passes.h` reads. */
export function commonArguments({ rows, count, features, outputs }: Problem): readonly string[] {
  return [rows, ...[count, features, outputs].map(String)]
}
