import { cached, installHint, isCached, readPeers } from '../peers/cache.ts'
import type { NativeContestant } from './contestant.ts'
import { commonArguments } from './lightgbm.ts'

/** Path of the compiled driver in the cache. */
export const xgboostDriver = 'native/xgboost'

/** XGBoost's own C API on one thread, called from C. */
export const xgboost: NativeContestant = {
  name: 'XGBoost C API',
  language: 'native',
  warmsUp: false,
  isExact: () => true,
  reasonToSkip({ format }) {
    if (format !== 'xgboost') return 'reads XGBoost models only'
    return readPeers().xgboost === null || !isCached(xgboostDriver) ? installHint : null
  },
  command(problem) {
    return [cached(xgboostDriver), ...commonArguments(problem), readPeers().xgboost!.library, problem.model]
  },
}
