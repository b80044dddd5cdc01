import { readFileSync } from 'node:fs'
import { compileEnsemble, parseLightgbm } from '@riftline/core/trees'

// Gives the first score of a user's own small model.
const fraud = compileEnsemble(parseLightgbm(readFileSync('examples/own-model/fraud.json', 'utf8')))
fraud.predict([168.52, 11, 3, Number.NaN, 3])
