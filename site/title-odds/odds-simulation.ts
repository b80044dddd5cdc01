import type { TournamentFormat } from '@riftline/predictor'
import { proxy } from 'comlink'
import { ref, shallowRef } from 'vue'
import { type Failure, failureOf } from '../worker/failures.ts'
import { Cancelled, openPredictor } from '../worker/open-predictor.ts'
import { oddsSentence } from './odds-views.tsx'
import type { TitleOdds } from './simulate-tournament.ts'

const options = { runs: 100_000, quickRuns: 10_000, seed: 1, model: 'consensus' } as const

export type OddsSimulation = ReturnType<typeof createOddsSimulation>

/** Odds that a worker simulates: first ones after a tenth of the runs, then all. */
export function createOddsSimulation() {
  const odds = shallowRef<TitleOdds | null>(null)
  /** Odds before the last change; null for a tournament that has just been chosen. */
  const before = shallowRef<TitleOdds | null>(null)
  /** Favourites by the last complete simulation, to be read aloud. */
  const sentence = ref('')
  const isBusy = ref(false)
  const progress = ref('The data are loading …')
  const failure = shallowRef<Failure | null>(null)
  let wanted: TournamentFormat | null = null
  const predictor = openPredictor(({ bytes }) => {
    progress.value = `The data are loading … ${(bytes / 1e6).toFixed(1)} MB`
  })

  function show(found: TitleOdds): void {
    odds.value = found
    progress.value = `First odds from ${options.quickRuns.toLocaleString('en')} tournaments; more are played … `
  }

  return {
    ...{ odds, before, sentence, isBusy, progress, failure },
    /** Forgets the odds of another tournament. */
    clear(): void {
      odds.value = null
    },
    /** Simulates; a later call ends this one. */
    async run(format: TournamentFormat): Promise<void> {
      before.value = odds.value
      wanted = format
      isBusy.value = true
      failure.value = null
      const isWanted = (): boolean => wanted === format
      const onQuick = (found: TitleOdds): void => {
        if (isWanted()) show(found)
      }
      try {
        const found = await predictor.ask((worker) => worker.titleOdds(format, options, proxy(onQuick)))
        if (!isWanted()) return
        odds.value = found
        sentence.value = oddsSentence({ odds: found, before: before.value })
      } catch (error) {
        if (!isWanted() || error instanceof Cancelled) return
        failure.value = failureOf(error)
        odds.value = null
      }
      isBusy.value = false
    },
    /** Odds of few runs, for the chances of the next series. Ends the simulation of a page, which begins another one after it. */
    ask(format: TournamentFormat): Promise<TitleOdds> {
      wanted = format
      isBusy.value = true
      const runs = options.quickRuns / 10
      return predictor.ask((worker) =>
        worker.titleOdds(
          format,
          { ...options, runs },
          proxy(() => {}),
        ),
      )
    },
    close: () => predictor.close(),
  }
}
