import { expect, it } from 'vitest'
import { runsAll } from '../support/amount.ts'
import { runExample } from '../support/run-example.ts'

it.runIf(runsAll)(
  'riftline mounted in Express answers and charges below /v1, beside the pages of its host',
  async () => {
    const example = runExample('mounted/server.js', { PORT: '0' })
    const [, origin = '', key = ''] = await example.printed(/^(http:\S+)\/v1\/teams with X-Api-Key: (\S+)\n/m)
    const headers = { 'X-Api-Key': key, 'Content-Type': 'application/json' }

    const page = await fetch(origin)
    expect(await page.text()).toBe('A page of your own; forecasts are below /v1.')

    const teams = await fetch(`${origin}/v1/teams`, { headers })
    expect(teams.status).toBe(200)
    expect(await teams.json()).toMatchObject({
      teams: expect.arrayContaining([expect.objectContaining({ name: 'T1' })]),
    })

    const body = JSON.stringify({ blueTeam: 'T1', redTeam: 'Gen.G', bestOf: 5 })
    const answer = await fetch(`${origin}/v1/predict`, { method: 'POST', headers, body })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('x-credits-remaining')).toBe('18')
    expect(await answer.json()).toMatchObject({ blueTeam: { name: 'T1' }, redTeam: { name: 'Gen.G' } })

    const refused = await fetch(`${origin}/v1/predict`, { method: 'POST', headers, body: '{' })
    expect(refused.status).toBe(400)
    expect(refused.headers.get('x-credits-charged')).toBe('0')
    expect((await fetch(`${origin}/v1/teams`)).status).toBe(401)
    expect((await fetch(`${origin}/v1/nothing`, { headers })).status).toBe(404)

    example.stop()
    await example.end()
  },
)
