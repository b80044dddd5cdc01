import { createClient, type FetchLike, type PredictOptions, type ScheduleOptions } from '@riftline/client'
import { describe, expect, it } from 'vitest'
import { requireOptions } from '#base/check-arguments.ts'
import { nearestName } from '#client/nearest-name.ts'

const asked: string[] = []
const fetch: FetchLike = async (url) => {
  asked.push(new URL(url).pathname + new URL(url).search)
  return new Response('{}', { headers: { 'content-type': 'application/json' } })
}
const settings = { baseUrl: 'http://127.0.0.1:1', apiKey: 'key', fetch }
const client = createClient(settings)
const teams = { blueTeam: 'T1', redTeam: 'Gen.G' }

const call = ['signal', 'timeoutMs', 'onResponse']
const list = (...names: readonly string[]) => [...call, 'name', 'limit', ...names]

/** Options of each method. */
const calls: readonly (readonly [
  name: string,
  names: readonly string[],
  call: (options: never) => Promise<unknown>,
])[] = [
  ['teams', list('active', 'league'), client.teams],
  ['players', list('active', 'team', 'role'), client.players],
  ['champions', list(), client.champions],
  ['tournaments', list('league', 'season'), client.tournaments],
  ['schedule', list('league', 'days'), client.schedule],
  ['usage', call, client.usage],
  ['team', call, (options) => client.team(1, options)],
  ['player', call, (options) => client.player(1, options)],
  ['tournament', call, (options) => client.tournament(1, options)],
  ['odds', call, (options) => client.odds({ blueTeam: 'T1', redTeam: 'Gen.G' } as never, options)],
  ['oddsHistory', call, (options) => client.oddsHistory({ esportsMatchId: 'lck-1' }, options)],
  ['performance', [...call, 'league', 'bestOf', 'model'], client.performance],
  ['results', [...call, 'league', 'team', 'from', 'to', 'limit', 'cursor'], client.results],
  ['predict', [...call, 'idempotencyKey'], (options) => client.predict(teams, options)],
  ['predictDraft', [...call, 'idempotencyKey'], (options) => client.predictDraft(teams as never, options)],
  ['predictBatch', [...call, 'idempotencyKey', 'model'], (options) => client.predictBatch([], options)],
  ['markets', [...call, 'idempotencyKey'], (options) => client.markets(teams as never, options)],
  ['simulateTournament', [...call, 'idempotencyKey'], (options) => client.simulateTournament({} as never, options)],
  [
    'changes',
    ['types', 'since', 'signal', 'onGone', 'onRetry'],
    async (options) => {
      await client.changes(options).next()
    },
  ],
  ['changePage', [...call, 'types', 'since', 'limit', 'wait'], client.changePage],
  ['request', [...call, 'idempotencyKey'], (options) => client.request({ method: 'GET', path: '/v1/usage' }, options)],
]

describe('an unknown option', () => {
  it.each(calls)(
    '%s refuses an unknown option, suggests the nearest name and sends nothing',
    async (method, names, send) => {
      expect(Object.keys(client)).toContain(method)
      asked.length = 0
      for (const name of names) {
        await expect(send({ [`${name}x`]: 1 } as never)).rejects.toMatchObject({
          code: 'invalid_option',
          message: `${name}x: unknown; did you mean ${name}?`,
        })
      }
      expect(asked).toEqual([])
    },
  )

  it('the table of these tests has every method of the client', () => {
    expect(calls.map(([method]) => method)).toEqual(Object.keys(client))
  })

  it('an option of another method is refused as unknown', async () => {
    await expect(client.usage({ idempotencyKey: 'a' } as PredictOptions)).rejects.toThrow('idempotencyKey: unknown')
    await expect(client.champions({ days: 1 } as ScheduleOptions)).rejects.toThrow('days: unknown')
  })

  it('createClient and request() refuse unknown fields', async () => {
    for (const name of ['baseUrl', 'apiKey', 'maxRetries', 'timeoutMs', 'fetch', 'onResponse']) {
      expect(() => createClient({ ...settings, [`${name}x`]: 1 })).toThrow(`${name}x: unknown; did you mean ${name}?`)
    }
    const request = { method: 'GET', path: '/v1/usage', chargd: false } as const
    await expect(client.request(request)).rejects.toThrow('chargd: unknown; did you mean charged?')
  })

  it('every filter of a list is sent in the query', async () => {
    asked.length = 0
    await client.teams({ name: 'T', active: true, league: 'LCK', limit: 3 })
    await client.tournaments({ name: 'W', league: 'LCK', season: '2025', limit: 3 })
    await client.schedule({ name: 'T', league: 'LCK', days: 2, limit: 3 })
    expect(asked).toEqual([
      '/v1/teams?active=true&name=T&league=LCK&limit=3',
      '/v1/tournaments?name=W&league=LCK&season=2025&limit=3',
      '/v1/schedule?name=T&league=LCK&days=2&limit=3',
    ])
  })

  it.each(['timout', 'TIMEOUT_MS', 'on-response', 'singal', 'maxretries', 'feetch', 'bsaeUrl', 'key', 'x'.repeat(500)])(
    'the client and base suggest the same name for %s',
    (name) => {
      const known = ['baseUrl', 'apiKey', 'maxRetries', 'timeoutMs', 'fetch', 'onResponse', 'signal']
      expect(() => requireOptions({ [name]: 1 }, known)).toThrow(`did you mean ${nearestName(name, known)}?`)
    },
  )
})
