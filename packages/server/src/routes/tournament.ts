import { availableParallelism } from 'node:os'
import {
  type PreparedTournament,
  parseTournamentRequest,
  prepareTournament,
  simulateTournament,
  toTournamentForecast,
  unlessAbandoned,
} from '@riftline/predictor'
import { chargeCall, oncePerKey } from '../charging/charge-call.ts'
import { prices } from '../charging/prices.ts'
import type { Answer } from '../http/answer.ts'
import { createCallsInFlight } from '../http/defence/bodies.ts'
import { asHttpError, HttpError, overloaded, RequestAborted } from '../http/http-error.ts'
import { type Call, type CallHandler, type Route, routeOf } from '../router.ts'
import { finiteAnswer } from '../serving/catalogue-items.ts'
import { runInTurns } from '../serving/serving.ts'
import type { DataDeps } from './data.ts'

/** Threads that simulate: two, but never those of all cores, so that requests have one. */
export const simulationThreads = Math.max(1, Math.min(2, availableParallelism() - 1))

/** Tournaments that are simulated or wait for it; one account has half of them. */
const mostTournaments = 4

/** `POST /v1/tournament`: parse, plan, find the teams and a place, charge, forecast the pairs in turns, simulate on other threads. */
export function tournamentRoute({ credits, clock, metrics, tournaments }: DataDeps): Route<CallHandler> {
  const path = '/v1/tournament'
  const places = createCallsInFlight(mostTournaments)

  async function answer({ isAbandoned }: Call, { plan, steps, runs, seed }: PreparedTournament): Promise<Answer> {
    const started = clock.monotonicMs()
    try {
      const strengths = await runInTurns(unlessAbandoned(steps, isAbandoned))
      const tally = await (tournaments?.simulate(plan, strengths, { runs, seed, isAbandoned }) ??
        simulateTournament(plan, strengths, { runs, seed }))
      metrics.observe('prediction_seconds', (clock.monotonicMs() - started) / 1000, { model: 'tournament' })
      return finiteAnswer(toTournamentForecast(plan, strengths, tally, seed))
    } catch (cause) {
      if (isAbandoned()) throw new RequestAborted()
      throw new HttpError('prediction_error', 'the simulation failed; nothing was charged', { cause })
    }
  }
  const handle: CallHandler = async (call, json) => {
    const { accountId } = call.caller
    const request = asHttpError(() => parseTournamentRequest(json))
    return oncePerKey(credits, call, path, request, async (claim) => {
      const prepared = asHttpError(() => prepareTournament(call.serving.predictor, request, clock.now()))
      if (places.begin(accountId) === 0) throw overloaded()
      try {
        const price = { operation: 'simulate-tournament', model: request.model, credits: prices.simulation } as const
        return await chargeCall(credits, call, price, claim, () => answer(call, prepared))
      } finally {
        places.end(accountId, 1)
      }
    })
  }
  return { ...routeOf(path, handle), mostBytes: 262_144, isLong: true }
}
