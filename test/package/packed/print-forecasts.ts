import { readArtifactFiles } from '@riftline/predictor/node'
import { forecasts } from '../../browser/pages/forecasts.ts'

// Prints the forecasts from the artifacts folder in the first argument. Runs on sources, and bundled beside a packed core.
process.stdout.write(JSON.stringify(forecasts(await readArtifactFiles(process.argv[2]!))))
