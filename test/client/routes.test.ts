import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient, type Pick, type Picks, type ResponseInfo } from '@riftline/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ZodType } from 'zod'
import { allOddsAnswerSchema, oddsHistoryAnswerSchema, winnerOddsAnswerSchema } from '#odds/answer/odds-schema.ts'
import * as details from '#server/contract/detail-schemas.ts'
import * as lists from '#server/contract/list-schemas.ts'
import { scheduleList, usage as usageSchema } from '#server/contract/list-schemas.ts'
import { markets, prediction } from '#server/contract/prediction-schema.ts'
import { runsAll } from '../support/amount.ts'
import { runCli } from '../support/cli.ts'
import { type CommandServer, serveHere } from '../support/serve-process.ts'
import { playedArtifacts } from '../support/tiny-artifacts-played.ts'
import { calmFetch } from './support/calm-fetch.ts'

// Every method of the client is called against the command’s own server: with the committed artifacts in test:all, otherwise with
// tiny ones, which save two seconds.

const [blue, red] = runsAll
  ? [
      { id: 2, name: 'T1' },
      { id: 3, name: 'Gen.G' },
    ]
  : [
      { id: 2, name: 'Basalt Bears' },
      { id: 3, name: 'Copper Cranes' },
    ]

/** Names and ids in the artifacts that the server loads. */
const known = runsAll
  ? {
      ...{ team: ['TL', 'Team Liquid'], redAlias: 'gen.g', championAlias: ['J4', 'Jarvan IV'] },
      ...{ player: 'Faker', firstPlayer: 1, firstChampion: 'Annie', tournament: 546, league: 'VCS' },
    }
  : {
      ...{ team: ['AF', 'Amber Foxes'], redAlias: 'cc', championAlias: ['kaisa', "Kai'Sa"] },
      ...{ player: 'Bruin', firstPlayer: 3, firstChampion: 'Ornn', tournament: 1, league: 'LCK' },
    }
const roles = ['TOP', 'JUNGLE', 'MID', 'BOT', 'SUPPORT'] as const

/** A snapshot of odds for a series far in the future, in the format of a feed. */
const snapshot = {
  match: {
    esportsMatchId: 'lck-1',
    league: 'LCK',
    bestOf: 3,
    scheduledUtc: '2999-07-24T15:00:00',
    team1: { id: 2 },
    team2: { id: 3 },
  },
  capturedAtUtc: '2026-01-24T09:41:07',
  markets: {
    seriesWinner: [
      { team: { id: 2 }, decimalOdds: 1.62 },
      { team: { id: 3 }, decimalOdds: 2.35 },
    ],
    totalMaps: [{ line: 2.5, over: 1.95, under: 1.83 }],
  },
}

/** The answer for the same series; the schedule on disk has its second team under an earlier name. */
const scheduled = {
  id: 'lck-1',
  league: 'LCK',
  leagueName: 'LCK',
  bestOf: 3,
  scheduledUtc: '2999-07-24T15:00:00',
  team1: blue,
  team2: red,
}
const schedule = {
  ...{ format: 'riftline-schedule', formatVersion: 1, checkedUtc: '2026-01-24T09:41:07' },
  series: [
    { ...scheduled, leagueName: undefined, team2: { id: 3, name: 'Generation Gaming' }, startedUtc: null, stated: [] },
  ],
}

let server: CommandServer
const infos: ResponseInfo[] = []
const client = () =>
  createClient({
    baseUrl: server.baseUrl,
    apiKey: server.key,
    fetch: calmFetch,
    onResponse: (info) => infos.push(info),
  })
const lastInfo = () => infos.at(-1)

/** Expects that the answer has the fields of the published schema and nothing else. */
async function fitting<T>(schema: ZodType, answer: Promise<T>): Promise<T> {
  const body = await answer
  expect(schema.parse(body)).toEqual(body)
  return body
}

beforeAll(async () => {
  server = await serveHere({
    env: { RATE_PER_MINUTE: '10000' },
    ...(runsAll ? {} : { artifacts: playedArtifacts() }),
    before: async (dataFolder) => {
      const file = join(dataFolder, 'odds.jsonl')
      writeFileSync(file, `${JSON.stringify(snapshot)}\n`)
      mkdirSync(join(dataFolder, 'sync'))
      writeFileSync(join(dataFolder, 'sync/schedule.json'), JSON.stringify(schedule))
      expect((await runCli('odds', 'import', file, '--data', dataFolder)).code).toBe(0)
    },
  })
})
afterAll(() => server?.stop())

describe('discovery lists', () => {
  it('discovery lists are complete, sorted and free', async () => {
    const [teams, players, champions, tournaments] = await Promise.all([
      fitting(lists.teamList, client().teams()),
      fitting(lists.playerList, client().players()),
      fitting(lists.championList, client().champions()),
      fitting(lists.tournamentList, client().tournaments()),
    ])
    expect(teams.teams.find(({ id }) => id === 2)).toMatchObject({ name: blue.name, logoUrl: expect.any(String) })
    expect(players.players[0]).toMatchObject({
      id: known.firstPlayer,
      name: expect.any(String),
      role: expect.any(String),
    })
    expect(champions.champions[0]).toMatchObject({ id: 1, name: known.firstChampion })
    expect(tournaments.tournaments[0]).toMatchObject({ id: 1, league: expect.any(String) })
    const counts = [teams, players, champions, tournaments].map(({ count }) => count)
    const items = [teams.teams, players.players, champions.champions, tournaments.tournaments]
    expect(counts).toEqual(items.map(({ length }) => length))
    for (const list of items) expect(list.map(({ id }) => id)).toEqual(list.map(({ id }) => id).sort((a, b) => a - b))
    expect(lastInfo()).toMatchObject({ creditsCharged: 0 })
  })

  it('the schedule is free and lists the series of the last sync under the present names of their teams', async () => {
    const own = client()
    expect((await fitting(scheduleList, own.schedule())).schedule).toEqual([scheduled])
    expect(lastInfo()).toMatchObject({ path: '/v1/schedule', status: 200, creditsCharged: 0 })
    await own.schedule()
    expect(lastInfo()).toMatchObject({ path: '/v1/schedule', status: 304, creditsCharged: 0 })
  })

  it('discovery lists can be filtered by name, team, role and activity', async () => {
    const { teams } = await fitting(lists.teamList, client().teams({ name: known.team[0]! }))
    expect(teams.map(({ name }) => name)).toEqual([known.team[1]])
    const { players } = await fitting(lists.playerList, client().players({ name: known.player, team: 2, role: 'MID' }))
    expect(players).toMatchObject([{ id: 3, team: { name: blue.name }, active: true }])
    const [alias, name] = known.championAlias
    expect((await client().champions({ name: alias! })).champions).toMatchObject([{ name }])
    const { teams: active } = await client().teams({ active: true })
    expect(active.length).toBeGreaterThan(runsAll ? 100 : 4)
    expect(active.every((team) => team.active)).toBe(true)
    expect(lastInfo()).toMatchObject({ creditsCharged: 0 })
  })

  it('request() takes the method, path and filters of any list', async () => {
    const path = '/v1/players'
    const query = { name: known.player, team: 2, role: 'MID' }
    expect(await client().request({ method: 'GET', path, query, charged: false })).toEqual(
      await client().players({ name: known.player, team: 2, role: 'MID' }),
    )
    const body = { blueTeamId: 2, redTeamId: 3 }
    expect(await client().request({ method: 'POST', path: '/v1/predict', body })).toMatchObject({ model: 'fasttree' })
    expect(lastInfo()).toMatchObject({ path: '/v1/predict', creditsCharged: 2 })
  })

  it('an unchanged list is answered with 304, and each call returns a copy of its own', async () => {
    const own = client()
    const first = await own.teams()
    expect(lastInfo()).toMatchObject({ path: '/v1/teams', status: 200 })
    const again = await own.teams()
    expect(lastInfo()).toMatchObject({ path: '/v1/teams', status: 304, creditsCharged: 0 })
    expect(again).toEqual(first)
    expect(again).not.toBe(first)
    await own.players()
    expect(lastInfo()).toMatchObject({ path: '/v1/players', status: 200 })
  })
})

it('usage has the remaining credits, the rate limit and the key', async () => {
  const usage = await fitting(usageSchema, client().usage())
  expect(usage.creditsRemaining).toBe(usage.free.remaining + usage.topUp.remaining)
  expect(usage).toMatchObject({ plan: null, rateLimit: { limit: 10_000, windowSeconds: 60 }, key: { name: 'demo' } })
  expect(server.key.startsWith(usage.key.prefix)).toBe(true)
})

describe('details', () => {
  it('details of a team cost 1 credit', async () => {
    const team = await fitting(details.teamDetail, client().team(2))
    expect(team).toMatchObject({ ...blue, record: expect.stringMatching(/^\d+W - \d+L$/) })
    expect(team.stats.games).toBeGreaterThan(0)
    if (runsAll) expect(team.championPool[0]?.champion.name).toEqual(expect.any(String))
    expect(lastInfo()).toMatchObject({ path: '/v1/teams/2', creditsCharged: 1 })
  })

  it('details of a player cost 1 credit', async () => {
    const { players } = await client().players()
    const { id, name } = players.find(({ team }) => team?.id === 2) ?? { id: 0, name: '' }
    const player = await fitting(details.playerDetail, client().player(id))
    expect(player).toMatchObject({ id, name, stats: { games: expect.any(Number) } })
    expect(lastInfo()).toMatchObject({ creditsCharged: 1 })
  })

  it('details of a tournament cost 1 credit', async () => {
    const tournament = await fitting(details.tournamentDetail, client().tournament(known.tournament))
    expect(tournament).toMatchObject({
      id: known.tournament,
      league: known.league,
      leaders: { kda: expect.any(Array) },
    })
    expect(lastInfo()).toMatchObject({ creditsCharged: 1 })
  })
})

describe('odds', () => {
  it('odds of the winner cost 1 credit', async () => {
    const odds = await fitting(winnerOddsAnswerSchema, client().odds({ team1Id: 2, team2: known.redAlias }))
    expect(odds.markets).toEqual({
      seriesWinner: [
        { team: blue, decimalOdds: 1.62, bid: null, ask: null, takeDecimalOdds: null },
        { team: red, decimalOdds: 2.35, bid: null, ask: null, takeDecimalOdds: null },
      ],
    })
    expect(odds.match).toMatchObject({ esportsMatchId: 'lck-1', bestOf: 3, team1: blue, team2: red })
    expect(lastInfo()).toMatchObject({ creditsCharged: 1 })
  })

  it('odds of all markets cost 2 credits', async () => {
    const odds = await fitting(allOddsAnswerSchema, client().odds({ team1: blue.name, team2Id: 3, markets: 'all' }))
    expect(odds.markets.totalMaps).toMatchObject([{ line: 2.5, over: 1.95, under: 1.83, overTakeDecimalOdds: null }])
    expect(odds.markets.handicap).toBeNull()
    expect(lastInfo()).toMatchObject({ creditsCharged: 2 })
  })

  it('prices over time cost 2 credits', async () => {
    const history = await fitting(oddsHistoryAnswerSchema, client().oddsHistory({ team1Id: 2, team2: known.redAlias }))
    expect(history).toMatchObject({ market: 'seriesWinner', count: 1, nextCursor: null })
    expect(history.series[0]?.match).toMatchObject({ esportsMatchId: 'lck-1', team1: blue, team2: red })
    expect(await client().oddsHistory({ esportsMatchId: 'lck-1', limit: 1 })).toEqual(history)
  })

  it('odds take team names with any character', async () => {
    const call = client().odds({ team1: 'a&b=c d+é/?#', team2Id: 3 })
    await expect(call).rejects.toMatchObject({ status: 404, code: 'team_not_found' })
    expect(lastInfo()).toMatchObject({ creditsCharged: 0 })
  })
})

describe('predictions', () => {
  it('a prediction of the default model costs 2 credits', async () => {
    const answer = await fitting(prediction, client().predict({ blueTeam: blue.name, redTeamId: 3 }))
    expect(answer).toMatchObject({ blueTeam: blue, redTeam: red, model: 'fasttree' })
    expect(answer.blueWinProbability + answer.redWinProbability).toBe(1)
    expect(answer).not.toHaveProperty('odds')
    expect(answer).not.toHaveProperty('models')
    expect(lastInfo()).toMatchObject({ method: 'POST', path: '/v1/predict', creditsCharged: 2, replayed: false })
  })

  it('a prediction of the consensus lists its members and costs 10 credits', async () => {
    const body = { blueTeamId: 2, redTeamId: 3, model: 'consensus', bestOf: 5, oddsBlue: 2.1 } as const
    const answer = await fitting(prediction, client().predict(body))
    expect(answer.models.map(({ model }) => model)).toEqual(['fasttree', 'lightgbm', 'pcasweep'])
    expect(answer.odds).toMatchObject({ blue: 2.1, red: null, redEv: null })
    expect(lastInfo()).toMatchObject({ creditsCharged: 10 })
  })

  it('a prediction of a draft takes the ten picks', async () => {
    const { champions } = await client().champions()
    const pick = (i: number): Pick => ({ role: roles[i % 5]!, champion: champions[i]!.name })
    const [bluePicks, redPicks] = [0, 5].map((from) => roles.map((_, i) => pick(from + i))) as unknown as [Picks, Picks]
    const body = { blueTeamId: 2, redTeamId: 3, model: 'lightgbm', bluePicks, redPicks } as const
    const answer = await fitting(prediction, client().predictDraft(body))
    expect(answer).toMatchObject({ model: 'lightgbm', winner: expect.stringMatching(/^(blue|red)$/) })
    expect(lastInfo()).toMatchObject({ path: '/v1/predict-draft', creditsCharged: 5 })
  })

  it('markets of a series have the captured odds and cost as much as a prediction', async () => {
    const answer = await fitting(markets, client().markets({ blueTeamId: 3, redTeam: blue.name, model: 'lightgbm' }))
    expect(answer).toMatchObject({ blueTeam: red, redTeam: blue, book: { esportsMatchId: 'lck-1' } })
    expect(answer.markets.seriesWinner.map(({ book }) => book?.decimalOdds)).toEqual([2.35, 1.62])
    expect(answer.markets.totalMaps[0]?.over.book?.decimalOdds).toBe(1.95)
    expect(lastInfo()).toMatchObject({ path: '/v1/markets', creditsCharged: 5 })
    const later = { blueTeamId: 2, redTeamId: 3, standing: { blue: 1, red: 1 } } as const
    const first = await client().markets(later, { idempotencyKey: 'map-3' })
    expect(first.markets.mapWinner.map(({ map, played }) => [map, played])).toEqual([[3, 1]])
    expect(await client().markets(later, { idempotencyKey: 'map-3' })).toEqual(first)
    expect(lastInfo()).toMatchObject({ creditsCharged: 0, replayed: true })
  })

  it('predictions under one Idempotency-Key are charged once, even from different clients', async () => {
    const body = { blueTeamId: 2, redTeamId: 3, model: 'pcasweep' } as const
    const first = await client().predict(body, { idempotencyKey: 'nightly-1' })
    expect(lastInfo()).toMatchObject({ creditsCharged: 5, replayed: false })
    expect(await client().predict(body, { idempotencyKey: 'nightly-1' })).toEqual(first)
    expect(lastInfo()).toMatchObject({ creditsCharged: 0, replayed: true })
  })
})

it('onResponse of the client and of the call get credits and rate of an answer', async () => {
  const own: ResponseInfo[] = []
  const usage = await client().usage({ onResponse: (info) => own.push(info) })
  expect(own).toEqual([lastInfo()])
  expect(own[0]).toEqual({
    method: 'GET',
    path: '/v1/usage',
    status: 200,
    requestId: expect.stringMatching(/^req_\w{20}$/),
    creditsRemaining: usage.creditsRemaining,
    creditsCharged: 0,
    rateLimit: { limit: 10_000, remaining: usage.rateLimit.remaining, resetEpochSeconds: expect.any(Number) },
    replayed: false,
  })
})

it('methods of a client work without their receiver', async () => {
  const { usage } = client()
  expect(await usage()).toMatchObject({ key: { name: 'demo' } })
})

it('baseUrl may end with a slash', async () => {
  const own = createClient({ baseUrl: `${server.baseUrl}/`, apiKey: server.key })
  expect(await own.usage()).toMatchObject({ key: { name: 'demo' } })
})
