import type { Contestant } from './contestant.ts'
import { generatedFunctions } from './generated-functions.ts'
import { ifElse } from './if-else.ts'
import { lightgbm } from './lightgbm.ts'
import { lleaves } from './lleaves.ts'
import { onnxFloat32, onnxFloat64 } from './onnxruntime.ts'
import { plainJavaScript } from './plain-javascript.ts'
import { riftlineJs, riftlineWasm } from './riftline.ts'

/** All contestants, in the order of the report. */
export const contestants: readonly Contestant[] = [
  riftlineWasm,
  riftlineJs,
  lightgbm,
  lleaves,
  ifElse,
  onnxFloat32,
  onnxFloat64,
  generatedFunctions,
  plainJavaScript,
]
