import { parsePredictorArtifacts } from '@riftline/predictor'
import { expose } from 'comlink'
import { keepErrorCodes } from './failures.ts'
import { readPack } from './pack.ts'
import { createPredictorService, type PredictorFacts, type PredictorService } from './predictor-service.ts'

/** A worker's own predictor: `load` first, then the rest. */
export type PredictorWorker = Omit<PredictorService, 'facts'> & {
  /** @param pack the bytes of `artifacts.bin` */
  load(pack: Uint8Array<ArrayBuffer>): Promise<PredictorFacts>
}

let loaded: PredictorService | undefined

function service(): PredictorService {
  if (loaded === undefined) throw new Error('load the artifacts first')
  return loaded
}

const worker: PredictorWorker = {
  async load(pack) {
    loaded = createPredictorService(parsePredictorArtifacts(await readPack(pack)))
    return loaded.facts
  },
  teams: (typed) => service().teams(typed),
  champions: (typed) => service().champions(typed),
  tournaments: (typed) => service().tournaments(typed),
  predict: (body, options) => service().predict(body, options),
  explain: (body, options) => service().explain(body, options),
  markets: (body, options) => service().markets(body, options),
  titleOdds: (format, options, onQuick) => service().titleOdds(format, options, onQuick),
}

keepErrorCodes()
expose(worker)
