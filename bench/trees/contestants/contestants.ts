import type { Contestant } from './contestant.ts'
import { generatedFunctions } from './generated-functions.ts'
import { ifElse } from './if-else.ts'
import { lightgbm } from './lightgbm.ts'
import { lleaves } from './lleaves.ts'
import { onnxFloat32, onnxFloat64, onnxWeb } from './onnxruntime.ts'
import { plainJavaScript } from './plain-javascript.ts'
import { riftlineJs, riftlineWasm } from './riftline.ts'
import { xgboost } from './xgboost.ts'
import { xgboostScorer } from './xgboost-scorer.ts'

/** All contestants, in the order of the report. */
export const contestants: readonly Contestant[] = [
  riftlineWasm,
  riftlineJs,
  lightgbm,
  xgboost,
  lleaves,
  ifElse,
  onnxFloat32,
  onnxFloat64,
  onnxWeb,
  generatedFunctions,
  xgboostScorer,
  plainJavaScript,
]
