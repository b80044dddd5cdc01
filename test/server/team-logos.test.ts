import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseConfig, type RunningServer, startServer as startService } from '@riftline/server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { send, startServer } from '../support/server.ts'
import { artifactsFolder } from '../support/tiny-artifacts-folder.ts'

/** The whole service on any free port, with its demo key. */
async function startWhole(
  env: Readonly<Record<string, string>> = {},
): Promise<RunningServer & { readonly logos: () => Promise<readonly string[]> }> {
  const data = await mkdtemp(join(tmpdir(), 'riftline-logos-'))
  onTestFinished(() => rm(data, { recursive: true, force: true }))
  const config = parseConfig({
    RIFTLINE_PORT: '0',
    RIFTLINE_OPS_PORT: '0',
    RIFTLINE_DATA_DIR: join(data, 'data'),
    RIFTLINE_ARTIFACTS_DIR: await artifactsFolder(),
    ...env,
  })
  const server = await startService(config)
  onTestFinished(() => server.stop())
  const logos = async () => {
    const answer = await fetch(`${server.baseUrl}/v1/teams`, { headers: { 'X-Api-Key': server.demoKey?.key ?? '' } })
    const { teams } = (await answer.json()) as { readonly teams: readonly { readonly logoUrl: string }[] }
    return teams.map(({ logoUrl }) => logoUrl)
  }
  return { ...server, logos }
}

describe('the logo of a team without one', () => {
  test('is an image on the public port, whatever port was free, that anybody may keep for good', async () => {
    const { baseUrl, logos } = await startWhole()
    const [url = '', ...others] = await logos()
    expect([url, new Set(others)]).toEqual([`${baseUrl}/logos/default.svg`, new Set([url])])
    const answer = await fetch(url)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await answer.text()).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" [^\n]+<\/svg>$/)
  })

  test('is under PUBLIC_URL where the service has another address for callers', async () => {
    const { logos } = await startWhole({ RIFTLINE_PUBLIC_URL: 'https://api.example.org/lol/' })
    expect(new Set(await logos())).toEqual(new Set(['https://api.example.org/lol/logos/default.svg']))
  })

  test("is the operator's own image where one is set", async () => {
    const own = 'https://img.example.org/none.png'
    const server = await startServer({ config: { logoPlaceholderUrl: own } })
    onTestFinished(() => server.close())
    const { teams } = (await send(server, 'GET', '/v1/teams')).json
    const shown = teams.map(({ logoUrl }: { readonly logoUrl: string }) => logoUrl)
    expect(shown).toEqual([own, own, 'https://img.example.org/340.png'])
  })
})
