import { createPredictor, type TournamentForecast } from '@riftline/predictor'
import { loadArtifacts } from '@riftline/predictor/node'
import { beforeAll, describe, expect, it } from 'vitest'
import { readTournament } from '../../site/gather/tournaments.ts'
import { createTitleOdds, type TitleOdds } from '../../site/title-odds/simulate-tournament.ts'
import { formatAfter } from '../../site/title-odds/tournament-event.ts'
import { amount } from '../support/amount.ts'

const none = () => {}

describe('The odds of the page', () => {
  let predictor: ReturnType<typeof createPredictor>
  beforeAll(async () => {
    predictor = createPredictor(await loadArtifacts('artifacts'))
  })
  const afterEvents = async (name: string, count: number) => {
    const { format, events } = await readTournament('.', `${name}.json`)
    return formatAfter(format, events.slice(0, count))
  }

  it.each([
    ['worlds-2025', 34],
    ['worlds-2022', 20],
    ['msi-2024', 0],
    ['lck-2025', 148],
  ] as const)(
    'are those of the predictor to the digit, also the first ones: %s after %i events',
    async (name, count) => {
      const format = await afterEvents(name, count)
      const runs = amount(6_000, 100_000)
      const quick: TitleOdds[] = []
      const options = { runs, quickRuns: 5000, seed: 3, model: 'consensus' } as const
      const odds = await createTitleOdds(predictor)(format, options, (found) => quick.push(found))
      expect(odds.forecast).toEqual(predictor.tournament(format, { runs, seed: 3, model: 'consensus' }))
      const first: TournamentForecast = predictor.tournament(format, { runs: 5000, seed: 3, model: 'consensus' })
      expect(quick.map(({ forecast }) => forecast)).toEqual([first])
      expect(Object.values(odds.names).sort()).toEqual(format.teams.map(String).sort())
    },
  )

  it('end when others are asked for', async () => {
    const format = await afterEvents('ewc-2024', 0)
    const ask = createTitleOdds(predictor)
    const options = { runs: 20_000, quickRuns: 20_000, seed: 1, model: 'consensus' } as const
    const first = ask(format, options, none)
    const second = ask(format, options, none)
    await expect(first).rejects.toMatchObject({ code: 'simulation_abandoned' })
    expect((await second).forecast.runs).toBe(20_000)
  })

  it('are refused with the place of a fault in the format', async () => {
    const format = { ...(await afterEvents('ewc-2024', 0)), stages: [{ id: 'bracket', kind: 'knockout' }] }
    const asked = createTitleOdds(predictor)(format, { runs: 1000, quickRuns: 1000, seed: 1, model: 'consensus' }, none)
    await expect(asked).rejects.toMatchObject({
      code: 'validation_error',
      message: expect.stringContaining('stages[0].kind'),
    })
  })
})
