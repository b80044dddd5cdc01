import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LogEntry } from '@riftline/base/node'
import { parseConfig, type RunningServer, startServer as startService } from '@riftline/server'
import { describe, expect, it, onTestFinished } from 'vitest'
import { logoUrlOf } from '#server/serving/logos-file.ts'
import { send, startServer } from '../support/server.ts'
import { catalogue } from '../support/server-catalogue.ts'
import { artifactsFolder } from '../support/tiny-artifacts-folder.ts'

interface WholeServer extends RunningServer {
  readonly file: string
  readonly log: readonly LogEntry[]
  list(tag?: string): Promise<Response>
  /** Values of `logoUrl` in the list of teams. */
  logos(): Promise<readonly string[]>
}

/** Starts the whole service on any free port, with its demo key. `csv` is the text of the operator's file. */
async function startWhole(env: Readonly<Record<string, string>> = {}, csv?: string): Promise<WholeServer> {
  const root = await mkdtemp(join(tmpdir(), 'riftline-logos-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const data = join(root, 'data')
  const file = join(data, 'logos.csv')
  if (csv !== undefined) {
    await mkdir(data, { mode: 0o700 })
    await writeFile(file, csv)
  }
  const log: LogEntry[] = []
  const config = parseConfig({
    RIFTLINE_PORT: '0',
    RIFTLINE_OPS_PORT: '0',
    RIFTLINE_DATA_DIR: data,
    RIFTLINE_ARTIFACTS_DIR: await artifactsFolder(),
    ...env,
  })
  const server = await startService(config, { log: (entry) => void log.push(entry) })
  onTestFinished(() => server.stop())
  const list = (tag = '""') =>
    fetch(`${server.baseUrl}/v1/teams`, {
      headers: { 'X-Api-Key': server.demoKey?.key ?? '', 'If-None-Match': tag },
    })
  const logos = async () => {
    const { teams } = (await (await list()).json()) as { readonly teams: readonly { readonly logoUrl: string }[] }
    return teams.map(({ logoUrl }) => logoUrl)
  }
  return { ...server, file, log, list, logos }
}

describe('the logo of a team without one', () => {
  it('the logo of a team without one is an image on the public port, cacheable for good', async () => {
    const { baseUrl, logos } = await startWhole()
    const [url = '', ...others] = await logos()
    expect([url, new Set(others)]).toEqual([`${baseUrl}/logos/default.svg`, new Set([url])])
    const answer = await fetch(url)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await answer.text()).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" [^\n]+<\/svg>$/)
  })

  it('the logo of a team without one is under PUBLIC_URL if that is set', async () => {
    const { logos } = await startWhole({ RIFTLINE_PUBLIC_URL: 'https://api.example.org/lol/' })
    expect(new Set(await logos())).toEqual(new Set(['https://api.example.org/lol/logos/default.svg']))
  })

  it("the logo of a team without one is the operator's own image if one is set", async () => {
    const own = 'https://img.example.org/none.png'
    const server = await startServer({ config: { logoPlaceholderUrl: own } })
    onTestFinished(() => server.close())
    const { teams } = (await send(server, 'GET', '/v1/teams')).json
    const shown = teams.map(({ logoUrl }: { readonly logoUrl: string }) => logoUrl)
    expect(shown).toEqual([own, own, 'https://img.example.org/340.png'])
  })
})

describe("the operator's logos.csv", () => {
  const first = 'https://img.example.org/first.png'

  it("the operator's logos.csv is read at the start and by a reload, which gives the list another tag", async () => {
    const server = await startWhole({}, `team_id,logo_url\n1,${first}\n`)
    const [own, placeholder] = [await server.logos(), `${server.baseUrl}/logos/default.svg`]
    expect(own.slice(0, 2)).toEqual([first, placeholder])
    const tag = (await server.list()).headers.get('etag') ?? ''
    expect((await server.list(tag)).status).toBe(304)
    expect(await server.reloader.reload('command')).toMatchObject({ kind: 'unchanged' })
    await writeFile(server.file, `team_id,logo_url\n2,"https://img.example.org/a,b.png"\n`)
    expect((await server.list(tag)).status).toBe(304)
    expect(await server.reloader.reload('command')).toMatchObject({ kind: 'swapped' })
    expect((await server.list(tag)).status).toBe(200)
    expect((await server.logos()).slice(0, 2)).toEqual([placeholder, 'https://img.example.org/a,b.png'])
    await rm(server.file)
    expect(await server.reloader.reload('command')).toMatchObject({ kind: 'swapped' })
    expect(new Set(await server.logos())).toEqual(new Set([placeholder]))
  })

  it("a bad line of the operator's logos.csv is logged with number and reason, and the others are used", async () => {
    const lines = [
      'team,logo',
      'T1,https://img.example.org/t1.png',
      `1,${first}\r`,
      '',
      `1,${first}`,
      '2,http://img.example.org/2.png',
      '2,https://me:secret@img.example.org/2.png',
      `2,https://img.example.org/${'x'.repeat(2048)}`,
      '2',
    ]
    const { logos, log } = await startWhole({}, `\uFEFF${lines.join('\n')}`)
    expect((await logos())[0]).toBe(first)
    const url = 'logo_url: expected an https URL of at most 2048 characters without a password'
    expect(log.flatMap(({ event, line, reason }) => (event === 'logo_skipped' ? [[line, reason]] : []))).toEqual([
      [1, 'expected the header team_id,logo_url, got "team,logo"'],
      [2, 'team_id: expected an integer above 0, got "T1"'],
      [5, 'team_id: 1 is there twice'],
      ...[6, 7, 8].map((line) => [line, url]),
      [9, url],
    ])
    expect(log).toContainEqual(expect.objectContaining({ event: 'logos_read', teams: 1, skipped: 7 }))
  })

  it('a logos.csv that is too large or no text is logged, and the logos in use stay', async () => {
    const server = await startWhole({}, `team_id,logo_url\n1,${first}\n`)
    const refused = async () => {
      expect(await server.reloader.reload('command')).toMatchObject({ kind: 'unchanged' })
      expect((await server.logos())[0]).toBe(first)
      return server.log.findLast(({ event }) => event === 'logos_unreadable')?.error
    }
    await truncate(server.file, 4 * 1024 * 1024 + 1)
    expect(await refused()).toContain('expected at most 4194304 bytes, got 4194305')
    await writeFile(server.file, Buffer.from([0xff, 0xfe]))
    expect(await refused()).toBeDefined()
    await rm(server.file)
    await mkdir(server.file)
    expect(await refused()).toBeDefined()
  })

  it("a logo of the operator's logos.csv replaces the catalogue's, also under a former id", () => {
    const [, , third] = catalogue.teams
    const team = { ...third!, logoUrl: 'https://img.example.org/340.png', formerIds: [7] }
    const logos = (...listed: readonly (readonly [number, string])[]) =>
      logoUrlOf(team, { listed: new Map(listed), placeholderUrl: 'https://x.org/logos/default.svg' })
    expect(logos()).toBe(team.logoUrl)
    expect(logos([7, first])).toBe(first)
    expect(logos([7, 'https://x.org/7.png'], [team.id, first])).toBe(first)
  })
})
