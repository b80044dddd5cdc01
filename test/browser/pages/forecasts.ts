import * as riftline from '@riftline/predictor'
import { toBase64 } from './answers.ts'

const roles = ['TOP', 'JUNGLE', 'MID', 'BOT', 'SUPPORT'] as const
const models = ['fasttree', 'lightgbm', 'pcasweep', 'consensus'] as const
const lengths = [1, 3, 5] as const
/** Number of forecasts: each combination below three times. */
const count = 3 * models.length * lengths.length * 2 * 2 * 2 * 2

/**
 * Forecasts by every model and length, with and without prices, tournament and draft, each as JSON
 * with the bits of its numbers in base64. Runs in a page and in Node, on sources and on the packed package.
 */
export function forecasts(files: Readonly<Record<string, string | Uint8Array>>): string[] {
  const artifacts = riftline.parseArtifacts(files)
  const weighted = riftline.createPredictor(artifacts, { consensus: 'weighted' })
  const mean = riftline.createPredictor(artifacts, { consensus: 'mean' })
  return Array.from({ length: count }, (_, i) => {
    const choose = digitsOf(i)
    const model = choose(models)
    const bestOf = choose(lengths)
    const predictor = choose([weighted, mean])
    const request = {
      ...teams(artifacts.catalogue, i),
      model,
      bestOf,
      ...choose([{}, { oddsBlue: 1.05 + (i % 17) / 16, oddsRed: 1.1 + (i % 23) / 20 }]),
      ...choose([{}, tournament(artifacts.catalogue, i)]),
      ...choose([{}, draft(artifacts.catalogue, i)]),
    }
    return JSON.stringify(predictor.predict(request as riftline.PredictRequest), bitsOfNumbers)
  })
}

/** Takes `i` apart digit by digit, so that all combinations of choices occur in turn. */
function digitsOf(i: number): <T>(choices: readonly T[]) => T {
  let rest = i
  return (choices) => {
    const choice = choices[rest % choices.length]!
    rest = Math.floor(rest / choices.length)
    return choice
  }
}

function teams({ teams }: riftline.Catalogue, i: number): { readonly blueTeamId: number; readonly redTeamId: number } {
  const active = teams.filter(({ lastGameUtc }) => (lastGameUtc ?? '') > '2025-06')
  const blue = (37 * i) % active.length
  const red = (blue + 1 + ((11 * i) % (active.length - 1))) % active.length
  return { blueTeamId: active[blue]!.id, redTeamId: active[red]!.id }
}

function tournament({ tournaments }: riftline.Catalogue, i: number): Pick<riftline.PredictRequest, 'tournament'> {
  return { tournament: tournaments.at(-1 - (i % 40))!.name }
}

function draft({ champions }: riftline.Catalogue, i: number): Pick<riftline.PredictRequest, 'bluePicks' | 'redPicks'> {
  const picks = (from: number) =>
    roles.map((role, r) => ({ role, champion: champions[(13 * i + from + r) % champions.length]!.name }))
  return { bluePicks: picks(0), redPicks: picks(roles.length) }
}

function bitsOfNumbers(_: string, value: unknown): unknown {
  return typeof value === 'number' ? toBase64(Float64Array.of(value)) : value
}
