import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { updateArtifacts } from '@riftline/pipeline'
import type { Catalogue, StatedGame } from '@riftline/predictor'
import { loadArtifacts } from '@riftline/predictor/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readHistory } from '#pipeline/history/read-history.ts'
import { type SyncedArtifacts, type SyncOptions, syncArtifacts } from '#pipeline/runs/sync-artifacts.ts'
import type { SourceReading } from '#pipeline/sync/sync-folder.ts'
import { runsAll } from '../../support/amount.ts'
import { afterData, committedArtifacts } from '../../support/committed-artifacts.ts'
import { contentsOf } from '../../support/folder-contents.ts'
import { week, weekOf } from '../../support/stated-week.ts'
import { type SyncPlace, syncPlace } from '../../support/sync-place.ts'

let root: string
let catalogue: Catalogue
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'riftline-sync-test-'))
  catalogue = (await committedArtifacts()).catalogue
})
afterAll(() => rm(root, { recursive: true, force: true }))

const place = (): Promise<SyncPlace> => syncPlace(root)

const sync = (
  at: SyncPlace,
  readings: readonly SourceReading[],
  more: Partial<SyncOptions> = {},
): Promise<SyncedArtifacts> => syncArtifacts({ ...at, readings, isWhole: false, ...more })

const changed = (reading: SourceReading, change: (game: StatedGame) => StatedGame | null): SourceReading => ({
  ...reading,
  games: reading.games.flatMap((game) => change(game) ?? []),
})

describe.runIf(runsAll)('a sync of a week', { timeout: 300_000 }, () => {
  it('each source alone and both together give equal ratings, and a second run changes no byte', async () => {
    const readings = [[weekOf('leaguepedia', catalogue)], [weekOf('oracles-elixir', catalogue)]] as const
    const states = new Set<string>()
    for (const chosen of [...readings, readings.flat()]) {
      const at = await place()
      const first = await sync(at, chosen)
      expect(first).toMatchObject({
        status: 'updated',
        dataThroughUtc: { before: catalogue.asOf, after: afterData(9, 5) },
        merged: { newSeries: week.length, corrected: 0, withdrawn: 0, newTeams: [], newPlayers: [] },
        skipped: [],
        unresolved: [],
        refused: [],
      })
      const written = await contentsOf(at.artifactsDirectory)
      expect(written).not.toEqual(await contentsOf('artifacts'))
      states.add(written['/state.json']!)
      expect(await sync(at, chosen)).toMatchObject({ status: 'unchanged', merged: { newSeries: 0, corrected: 0 } })
      expect(await contentsOf(at.artifactsDirectory)).toEqual(written)
    }
    expect(states.size).toBe(1)
  })

  it('a sync applies corrections and withdrawals of a source, as if it had never stated anything else', async () => {
    const right = weekOf('leaguepedia', catalogue)
    const last = right.games.at(-1)!.id
    const wrong = changed(right, (game) => (game.id === last ? { ...game, winner: 1 } : game))
    const extra = { ...right.games[0]!, id: 'EXTRA', gameNumber: 4, startMs: right.games[2]!.startMs + 3_600_000 }
    const [direct, healed] = [await place(), await place()]
    await sync(direct, [right])
    await sync(healed, [{ ...wrong, games: [...wrong.games, extra] }])
    expect(await contentsOf(healed.artifactsDirectory)).not.toEqual(await contentsOf(direct.artifactsDirectory))
    expect((await sync(healed, [right])).merged).toMatchObject({ newSeries: 0, corrected: 1, withdrawn: 1 })
    expect(await contentsOf(healed.artifactsDirectory)).toEqual(await contentsOf(direct.artifactsDirectory))
  })

  it('a sync adds the team logos that a source shows beside its series, and keeps known ones', async () => {
    const stated = weekOf('leaguepedia', catalogue)
    const url = (name: string): string => `https://static.invented.example/${encodeURIComponent(name)}.png`
    const shown = stated.series.map((series) => {
      const logoUrls = [url(series.teams[0].name), url(series.teams[1].name)] as const
      return { ...series, logoUrls }
    })
    const later = shown.map((series, i) => (i === 0 ? series : { ...series, logoUrls: [url('new'), null] as const }))
    const [staying, moving] = [await place(), await place()]
    for (const [at, isWhole] of [
      [staying, false],
      [moving, true],
    ] as const) {
      for (const series of [shown, later]) await sync(at, [{ ...stated, series }], { isWhole })
    }
    const { teams } = (await loadArtifacts(staying.artifactsDirectory)).catalogue
    const logoOf = (name: string): string | null | undefined => teams.find((team) => team.name === name)?.logoUrl
    const known = (name: string): string | null => catalogue.teams.find((team) => team.name === name)!.logoUrl
    for (const name of ['T1', 'Gen.G']) expect([name, logoOf(name)]).toEqual([name, known(name) ?? url(name)])
    expect(teams.filter(({ logoUrl }) => logoUrl?.includes('invented')).length).toBeGreaterThan(3)
    expect(await contentsOf(moving.artifactsDirectory)).toEqual(await contentsOf(staying.artifactsDirectory))
  })

  it('a sync keeps the merged games in the riftline layout; learned on its base, they give the same artifacts', async () => {
    const at = await place()
    const readings = [weekOf('leaguepedia', catalogue), weekOf('oracles-elixir', catalogue)]
    await sync(at, readings)
    const historyDirectory = join(at.dataDirectory, 'sync/history')
    const history = await readHistory(historyDirectory)
    expect([history.series.length, history.games, history.skipped]).toEqual([week.length, 12, []])
    const outDirectory = join(at.dataDirectory, 'again')
    await updateArtifacts({ historyDirectory, artifactsDirectory: join(at.dataDirectory, 'sync/base'), outDirectory })
    const [learned, synced] = [await contentsOf(outDirectory), await contentsOf(at.artifactsDirectory)]
    expect(learned['/state.json']).toEqual(synced['/state.json'])
  })

  it('a sync moves its base to a week behind once every source is complete, and gives the same bytes from there', async () => {
    const [staying, moving] = [await place(), await place()]
    const reading = weekOf('leaguepedia', catalogue)
    await sync(staying, [reading])
    await sync(moving, [reading], { isWhole: true })
    const base = JSON.parse(await readFile(join(moving.dataDirectory, 'sync/base/manifest.json'), 'utf8'))
    expect(base.asOf).toBe(afterData(2, 3))
    expect(await contentsOf(moving.artifactsDirectory)).toEqual(await contentsOf(staying.artifactsDirectory))
    const again = await sync(moving, [reading], { isWhole: true })
    expect(again.status).toBe('unchanged')
    expect(again.skipped.map(({ why }) => why)).toEqual(Array(7).fill('too_old'))
    expect(await contentsOf(moving.artifactsDirectory)).toEqual(await contentsOf(staying.artifactsDirectory))
  })

  it('a sync takes artifacts from another build as its new base and keeps how they were built', async () => {
    const at = await place()
    const reading = weekOf('leaguepedia', catalogue)
    await sync(at, [reading])
    await rm(at.artifactsDirectory, { recursive: true })
    await cp('artifacts', at.artifactsDirectory, { recursive: true })
    const early = { ...reading.games[0]!, id: 'EARLY', startMs: Date.parse(`${catalogue.asOf}Z`) - 1000 }
    const again = await sync(at, [{ ...reading, games: [early, ...reading.games] }])
    expect(again).toMatchObject({ status: 'updated', merged: { newSeries: week.length } })
    expect(again.skipped).toEqual([{ source: 'leaguepedia', what: 'EARLY', why: 'built_in' }])
  })

  it('a sync that was cut off after publishing continues from its own folder', async () => {
    const at = await place()
    const reading = weekOf('leaguepedia', catalogue)
    await sync(at, [reading])
    const path = join(at.dataDirectory, 'sync/marks.json')
    const marks = JSON.parse(await readFile(path, 'utf8'))
    await writeFile(path, JSON.stringify({ ...marks, artifacts: 'another', pending: marks.artifacts }))
    expect(await sync(at, [reading])).toMatchObject({ status: 'unchanged', merged: { newSeries: 0 } })
    const base = JSON.parse(await readFile(join(at.dataDirectory, 'sync/base/manifest.json'), 'utf8'))
    expect(base.asOf).toBe(catalogue.asOf)
  })

  it('a dry sync reports the same and writes nothing', async () => {
    const [dry, wet] = [await place(), await place()]
    const reading = weekOf('leaguepedia', catalogue)
    const said = await sync(dry, [reading], { isDryRun: true, isWhole: true })
    expect(said).toEqual(await sync(wet, [reading], { isWhole: true }))
    expect(await contentsOf(dry.artifactsDirectory)).toEqual(await contentsOf('artifacts'))
    expect(await contentsOf(dry.dataDirectory)).toEqual({})
    const later = weekOf('leaguepedia', catalogue, [...week, { day: 12, teams: ['T1', 'Gen.G'], winners: [1, 1] }])
    const before = [await contentsOf(wet.artifactsDirectory), await contentsOf(wet.dataDirectory)]
    expect(await sync(wet, [later], { isDryRun: true })).toMatchObject({ status: 'updated', merged: { newSeries: 1 } })
    expect([await contentsOf(wet.artifactsDirectory), await contentsOf(wet.dataDirectory)]).toEqual(before)
  })
})

describe.runIf(runsAll)('omissions of a sync', { timeout: 300_000 }, () => {
  it('a sync leaves out a whole series if two sources dispute its winner, and names the series', async () => {
    const at = await place()
    const leaguepedia = weekOf('leaguepedia', catalogue)
    const [first] = leaguepedia.games
    const oracles = changed(weekOf('oracles-elixir', catalogue), (game) =>
      game.id === first!.id ? { ...game, winner: 1 } : game,
    )
    const { merged, skipped } = await sync(at, [leaguepedia, oracles])
    expect(merged.newSeries).toBe(week.length - 1)
    expect(new Set(skipped.map(({ what, why }) => `${what} ${why}`))).toEqual(
      new Set([1, 2, 3].map((number) => `G1_0_${number} sources_disagree`)),
    )
  })

  it('a sync leaves out games of an unknown league, without a winner, or of a team that may be renamed', async () => {
    const at = await place()
    const [lineup] = weekOf('leaguepedia', catalogue).games
    const reading = changed(
      weekOf('leaguepedia', catalogue, [
        ...week,
        { day: 10, teams: ['T1', 'Gen.G'], winners: [0], league: 'Nowhere League' },
        { day: 11, teams: ['T1', 'Gen.G'], winners: [0] },
        { day: 12, teams: ['Telecom One', 'Gen.G'], winners: [0] },
      ]),
      (game) => {
        if (game.id.startsWith('G11_')) return { ...game, winner: null }
        if (!game.id.startsWith('G12_')) return game
        return { ...game, sides: [{ ...game.sides[0], seats: lineup!.sides[0].seats }, game.sides[1]] }
      },
    )
    const { skipped, unresolved } = await sync(at, [reading])
    expect(skipped.map(({ what, why }) => [what, why])).toEqual([
      ['G10_5_1', 'league_unknown'],
      ['G11_6_1', 'no_winner'],
      ['G12_7_1', 'team_ambiguous'],
    ])
    expect(unresolved).toEqual([
      { kind: 'league', name: 'Nowhere League', sourceId: null, where: 'leaguepedia G10_5_1', candidates: [] },
      expect.objectContaining({ kind: 'team', name: 'Telecom One', candidates: [{ id: 2, name: 'T1' }] }),
    ])
  })

  it('a sync leaves out a source that has lost more than a fifth of its games, unless told to trust it', async () => {
    const at = await place()
    const whole = weekOf('leaguepedia', catalogue)
    await sync(at, [whole])
    const written = await contentsOf(at.artifactsDirectory)
    const fewer = { ...whole, games: whole.games.slice(3) }
    const said = await sync(at, [fewer], { isWhole: true })
    expect(said).toMatchObject({ status: 'unchanged', refused: [{ source: 'leaguepedia', fault: 'fewer_rows' }] })
    expect(await contentsOf(at.artifactsDirectory)).toEqual(written)
    expect(await sync(at, [fewer], { acceptsFewer: true })).toMatchObject({
      status: 'updated',
      merged: { withdrawn: 3 },
    })
  })
})
