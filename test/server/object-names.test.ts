import type { Catalogue } from '@riftline/predictor'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { send, startServer, type TestServer } from '../support/server.ts'
import { catalogue, draftBody } from '../support/server-catalogue.ts'

// Names of properties that every object has. A look-up by name must not find them.
const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'] as const

function named(name: string): Catalogue {
  const texts = [
    ['Northern Lights', name],
    ['Northern League 2026 Summer', name],
    ['"NL"', JSON.stringify(name)],
    ['Kestrel', name],
    ['Ornn', name],
  ] as const
  return JSON.parse(texts.reduce((text, [plain, odd]) => text.replaceAll(plain, odd), JSON.stringify(catalogue)))
}

/** Ids of the rows of any list. */
function ids(json: object): readonly number[] | undefined {
  const rows = Object.values(json).find((value): value is readonly { readonly id: number }[] => Array.isArray(value))
  return rows?.map(({ id }) => id)
}

describe.each(names)('a team, league, player, champion and tournament called %s', (name) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ catalogue: named(name) })
  })
  afterAll(() => server.close())

  it('entities called so are found by their name', async () => {
    for (const [path, found] of [
      [`/v1/teams?name=${name}`, [101]],
      [`/v1/teams?league=${name}`, [101, 102, 340]],
      [`/v1/players?name=${name}`, [5001]],
      [`/v1/champions?name=${name}`, [1]],
      [`/v1/tournaments?league=${name}`, [77]],
    ] as const) {
      const answer = await send(server, 'GET', path)
      expect([path, answer.status, ids(answer.json)]).toEqual([path, 200, found])
    }
  })

  it('teams called so are forecast and charged as any, once under an Idempotency-Key of that name', async () => {
    const before = await server.balance()
    const body = { blueTeam: name, redTeamId: 102 }
    const headers = { 'Idempotency-Key': name }
    const [first, again] = [
      await send(server, 'POST', '/v1/predict', { body, headers }),
      await send(server, 'POST', '/v1/predict', { body, headers }),
    ]
    expect([first.status, first.json.blueTeam]).toMatchObject([200, { id: 101, name }])
    expect(again.text).toBe(first.text)
    expect(await server.balance()).toBe(before - 2)
    const picks = JSON.parse(JSON.stringify(draftBody).replace('Ornn', name))
    expect((await send(server, 'POST', '/v1/predict-draft', { body: picks })).status).toBe(200)
  })
})

it.each(names)('an unknown name %s gives empty lists, and a refused and free forecast', async (name) => {
  const server = await startServer()
  try {
    for (const list of ['teams', 'players', 'champions']) {
      expect(ids((await send(server, 'GET', `/v1/${list}?name=${name}`)).json)).toEqual([])
    }
    const before = await server.balance()
    const refused = await send(server, 'POST', '/v1/predict', { body: { blueTeam: name, redTeamId: 102 } })
    expect([refused.status, refused.json.error]).toEqual([404, 'team_not_found'])
    const odd = JSON.parse(JSON.stringify(draftBody).replace('Ornn', name))
    expect((await send(server, 'POST', '/v1/predict-draft', { body: odd })).status).toBe(400)
    const model = await send(server, 'POST', '/v1/predict', {
      body: { blueTeamId: 101, redTeamId: 102, model: name },
    })
    expect(model.status).toBe(400)
    expect(await server.balance()).toBe(before)
  } finally {
    await server.close()
  }
})
