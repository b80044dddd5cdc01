import * as contract from '@riftline/server/openapi'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTools } from '#mcp/tools.ts'
import { exampleCup } from '../../support/example-cup.ts'
import { type McpSession, openMcpHere } from '../../support/mcp-client.ts'

/** Sixty-four teams in eight groups, with long names. */
const ids = Array.from({ length: 64 }, (_, index) => index + 1)
const nameOf = (id: number) => `Team number ${id} with a long name`
const largeCup = {
  name: 'Large Cup',
  teams: ids.map((id) => ({ name: nameOf(id), id })),
  stages: [
    {
      ...{ id: 'groups', kind: 'roundRobin', bestOf: 1 },
      groups: Object.fromEntries(
        [...'ABCDEFGH'].map((group, at) => [group, ids.slice(8 * at, 8 * at + 8).map(nameOf)]),
      ),
    },
    {
      ...{ id: 'playoffs', kind: 'singleElimination', bestOf: 5 },
      slots: [...'ABCDEFGH'].map((group) => `groups.${group}.1`),
    },
  ],
}

// A tool's output fills the context of a model: tools and answers are short, and the first item of a list is the likeliest.

let session: McpSession & { close(): Promise<void> }
beforeAll(async () => {
  session = await openMcpHere()
})
afterAll(() => session.close())

const names = ({ body }: { readonly body: Record<string, readonly { readonly name: string }[]> }, list: string) =>
  body[list]?.map(({ name }) => name)

describe('tools and answers are short', () => {
  it.each([true, false])('the list of all tools has less than 17 kB (offline: %s)', (isOffline) => {
    const tools = createTools(contract, { isOffline }).map(({ definition }) => definition)
    expect(Buffer.byteLength(JSON.stringify({ tools }))).toBeLessThan(17_000)
  })

  const match = { blueTeam: 'T1', redTeam: 'Gen.G', bestOf: 5, model: 'consensus' }
  it.each<[name: string, args: Record<string, unknown>]>([
    ['teams', {}],
    ['players', {}],
    ['champions', {}],
    ['tournaments', {}],
    ['schedule', {}],
    ['team', { id: 2 }],
    ['player', { id: 3 }],
    ['tournament', { id: 525 }],
    ['predict', { ...match, explain: true }],
    ['explain', { ...match, oddsBlue: 2.1, oddsRed: 1.75 }],
    ['predict_many', { requests: [match, { ...match, explain: true, oddsBlue: 2.1 }] }],
    ['predict_many', { requests: Array.from({ length: 100 }, () => ({ ...match, explain: true })) }],
    ['markets', match],
    ['simulate_tournament', { format: exampleCup, runs: 2000 }],
    ['simulate_tournament', { format: largeCup, runs: 500 }],
    ['usage', {}],
  ])('the answer of %s to %j has less than 4 kB', async (name, args) => {
    const { content, structuredContent, isError = false } = await session.client.callTool({ name, arguments: args })
    expect(isError).toBe(false)
    expect(Buffer.byteLength(JSON.stringify({ content, structuredContent }))).toBeLessThan(4000)
  })

  it('a shortened answer says so, and the argument full gives the whole answer', async () => {
    const short = await session.call('team', { id: 2 })
    expect(short.body).toMatchObject({ name: 'T1', shortened: true })
    expect(short.text).toContain('shortened: "full": true gives the whole answer')
    const whole = await session.call('team', { id: 2, full: true })
    expect(whole.body.shortened).toBeUndefined()
    expect(whole.body.championPool.length).toBeGreaterThan(20)
    expect(await session.call('team', { id: 2, full: 'yes' })).toMatchObject({
      isError: true,
      text: 'validation_error: full: must be true or false',
    })
  })
})

describe('lists', () => {
  it('an agent finds Worlds 2025 with its first call and the games with the second', async () => {
    const { body } = await session.call('tournaments', { name: 'Worlds 2025' })
    expect(body.tournaments[0]).toMatchObject({ league: 'WLDs', season: '2025' })
    expect((await session.call('tournament', { id: body.tournaments[0].id })).body.games).toBeGreaterThan(50)
  })

  it('tournaments are listed newest first, optionally of one league or season', async () => {
    const { tournaments, count, total } = (await session.call('tournaments')).body
    expect([count, total > 500]).toEqual([10, true])
    const ends = tournaments.map(({ endUtc }: { endUtc: string }) => endUtc)
    expect(ends).toEqual([...ends].sort().reverse())
    const lck = await session.call('tournaments', { league: 'LCK', season: '2024', limit: 2 })
    expect(lck.body).toMatchObject({ count: 2, tournaments: [{ league: 'LCK' }, { season: '2024' }] })
    const worlds = await session.call('tournaments', { league: 'Worlds' })
    expect(worlds.body.tournaments[0]).toMatchObject({ league: 'WLDs', season: '2025' })
  })

  it('a limit may exceed the default', async () => {
    expect((await session.call('players', { limit: 200 })).body.players).toHaveLength(200)
    expect((await session.call('teams', { league: 'LCK', active: true, limit: 50 })).body.teams).toHaveLength(10)
    expect(await session.call('teams', { limit: 0 })).toMatchObject({
      text: 'validation_error: limit: must be an integer from 1 to 1000',
    })
  })

  it('an unknown name or argument is refused with suggestions', async () => {
    const none = await session.call('teams', { name: 'Fnattic' })
    expect(none.body).toMatchObject({ count: 0, candidates: [{ id: 12, name: 'Fnatic' }] })
    expect(none.text).toContain('no team found; did you mean Fnatic (12)?')
    const refused = await session.call('predict', { blueTeam: 'Fnattic', redTeam: 'T1' })
    expect(refused.text).toBe('team_not_found: no team Fnattic; did you mean Fnatic (12)?')
    expect(refused.meta['riftline/error'].candidates).toEqual([{ id: 12, name: 'Fnatic' }])
    expect((await session.call('teams', { nmae: 'T1' })).text).toMatch(/; did you mean name\?$/)
    expect((await session.call('predict', { blueTeam: 'T1', redTeam: 'Gen.G', bestof: 5 })).text).toMatch(
      /bestof: unknown field; did you mean bestOf\?$/,
    )
    expect((await session.call('schedule', { league: 'LCKK' })).text).toMatch(/; did you mean LCK/)
    expect(names(await session.call('champions', { name: 'Kaisaa' }), 'candidates')).toEqual(["Kai'Sa"])
  })
})
