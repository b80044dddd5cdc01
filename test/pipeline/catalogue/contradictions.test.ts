import { parseDetails, writeDetails } from '@riftline/predictor'
import { describe, expect, it } from 'vitest'
import { buildCatalogue } from '#pipeline/catalogue/build-catalogue.ts'
import { believeLines, playerSumFields } from '#pipeline/catalogue/game-sums.ts'
import { mendRecent } from '#pipeline/catalogue/recent.ts'
import { readHistory } from '#pipeline/history/read-history.ts'
import type { PlayerGame } from '#pipeline/history/types.ts'

type Change = Partial<PlayerGame>

function lines(changes: Readonly<Record<number, Change>> = {}): readonly PlayerGame[] {
  return [0, 1, 2, 3, 4].map((seat) => ({
    ...{ gameId: 'G', playerId: seat + 1, teamId: 1, champion: `C${seat}` },
    ...{ kills: 3, deaths: 2, assists: 8, cs: 200, gold: 12_000 },
    ...changes[seat],
  }))
}
const totals = { kills: 15, deaths: 10, assists: 40, gold: 60_000, cs: 1000 }

describe('believeLines', () => {
  it('player lines that agree with the totals of their side stay as they are', () => {
    expect(believeLines(lines(), totals)).toEqual({ lines: lines(), shareTotals: { kills: 15, gold: 60_000 } })
    const rounded = { ...totals, gold: 60_030 }
    expect(believeLines(lines(), rounded).shareTotals.gold).toBe(60_030)
  })

  it('a line with more kills and assists than its team has kills loses these, and the other lines stay', () => {
    const { lines: believed, shareTotals } = believeLines(lines({ 1: { assists: 13 } }), totals)
    expect(believed[1]).toEqual({ ...lines()[1], kills: null, deaths: null, assists: null })
    expect(believed[0]).toEqual(lines()[0])
    expect(shareTotals.kills).toBe(15)
  })

  it('a line with more gold than its team loses its gold, and the other lines keep their share', () => {
    const { lines: believed, shareTotals } = believeLines(lines({ 4: { gold: 120_000 } }), totals)
    expect(believed[4]).toEqual({ ...lines()[4], gold: null })
    expect(shareTotals).toEqual({ kills: 15, gold: 60_000 })
  })

  it.each<[string, Change, Partial<typeof totals>, Partial<typeof totals>]>([
    ['kills below those of five', {}, { kills: 9 }, { gold: 60_000 }],
    ['kills above those of five', {}, { kills: 25 }, { gold: 60_000 }],
    ['gold below that of each', {}, { gold: 6000 }, { kills: 15 }],
    ['gold below that of five', {}, { gold: 20_000 }, { kills: 15 }],
    ['gold above that of five', {}, { gold: 160_000 }, { kills: 15 }],
    ['no gold at all', {}, { gold: 0 }, { kills: 15 }],
    ['less gold than four have', { gold: null }, { gold: 40_000 }, { kills: 15 }],
  ])('totals with %s give no shares, and no line is doubted for them', (_, change, total, left) => {
    const { lines: believed, shareTotals } = believeLines(lines({ 0: change }), { ...totals, ...total })
    expect(shareTotals).toEqual({ kills: null, gold: null, ...left })
    expect(believed).toEqual(lines({ 0: change }))
  })
})

describe('a match that contradicts itself', () => {
  const build = async () => {
    const history = await readHistory('test/fixtures/reports/29-more-than-the-team', { nowMs: Date.UTC(2026, 3, 1) })
    const built = buildCatalogue(history, { asOfMs: Date.UTC(2026, 2, 18, 18) })
    const { id } = built.catalogue.players.find(({ name }) => name === 'Lynx2')!
    return { built, detail: built.details.players[id]!, id }
  }

  it('a contradictory match gives no kill participation in window, seasons or champion pool, and its details parse again', async () => {
    const { built, detail } = await build()
    const unknown = { kda: null, killParticipation: null }
    expect(detail.stats).toMatchObject({ ...unknown, goldShare: 0.2 })
    expect(detail.seasons[0]!.stats).toMatchObject({ ...unknown, goldShare: 0.2 })
    expect(detail.championPool).toMatchObject([{ games: 1, kda: null, kdaGames: 0 }])
    expect(parseDetails(writeDetails(built.details))).toEqual(built.details)
  })

  it('sums of an earlier build that trusted the contradictory match become unknown when they are read', async () => {
    const { built, id } = await build()
    const at = (field: (typeof playerSumFields)[number]): number => 2 + playerSumFields.indexOf(field)
    const believed = { participations: 11, teamKills: 7, killGames: 1, kills: 5, deaths: 3, assists: 6, kdaGames: 1 }
    const playerDays = built.recent.playerDays.map((row) => {
      if (row[0] !== id) return row
      const changed = [...row]
      for (const field of playerSumFields)
        if (field in believed) changed[at(field)] = believed[field as keyof typeof believed]
      return changed
    })
    expect(mendRecent({ ...built.recent, playerDays })).toEqual(built.recent)
    expect(mendRecent(built.recent)).toBe(built.recent)
  })

  it('details of an earlier build that trusted the contradictory match are refused, or become unknown with `mends`', async () => {
    const { built, id } = await build()
    const json = JSON.parse(writeDetails(built.details))
    const row = json.players[id]
    Object.assign(row.stats, { killParticipation: 1.5, kda: 3.5 })
    Object.assign(row.samples, { killParticipation: { games: 1, from: 'games' }, kda: { games: 1, from: 'games' } })
    Object.assign(row.championPool[0], { kda: 3.5, kdaGames: 1 })
    Object.assign(row.seasons[0].stats, { killParticipation: [1.5, 1], kda: [3.5, 1] })
    const text = JSON.stringify(json)
    expect(() => parseDetails(text)).toThrow(/killParticipation: expected a number from 0 to 1, got 1.5/)
    expect(parseDetails(text, { mends: true })).toEqual(built.details)
  })
})
