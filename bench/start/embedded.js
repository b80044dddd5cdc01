import { createPredictor } from '@riftline/predictor'
import { loadPredictorArtifacts } from '@riftline/predictor/node'

// Does what an application with embedded predictions does: gives a first answer from the shipped artifacts.
const predictor = createPredictor(await loadPredictorArtifacts('artifacts'))
predictor.predict({ blueTeam: 'T1', redTeam: 'Gen.G', bestOf: 5, model: 'consensus' })
