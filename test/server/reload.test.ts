import { rm, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import type { LogEntry } from '@riftline/base/node'
import {
  type ArtifactsVersion,
  type CurrentServing,
  createServing,
  defaultConfig,
  loadServing,
  type Metrics,
  noMetrics,
  type Reloader,
  type Serving,
} from '@riftline/server'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createReloader, folderIdentity } from '#server/serving/reload.ts'
import { send, startServer, until } from '../support/server.ts'
import { catalogue, matchBody } from '../support/server-catalogue.ts'
import { createFakePredictor, fakeForecast } from '../support/server-predictor.ts'
import { type Files, tinyArtifacts, tinyCatalogue, withManifest } from '../support/tiny-artifacts.ts'
import { artifactsFolder } from '../support/tiny-artifacts-folder.ts'

/** Tiny artifacts with another data date and another name of one team. */
function newer(asOf: string): Files {
  const [first, ...others] = tinyCatalogue.teams
  const teams = [{ ...first!, name: `Foxes of ${asOf}` }, ...others]
  return withManifest({ ...tinyArtifacts(), 'catalogue.json': JSON.stringify({ ...tinyCatalogue, teams }) }, { asOf })
}

async function fill(folder: string, files: Files): Promise<void> {
  for (const [path, text] of Object.entries(files)) await writeFile(join(folder, path), text)
}

interface Setup {
  readonly folder: string
  readonly serving: CurrentServing
  readonly reloader: Reloader
  readonly log: readonly LogEntry[]
  readonly counts: readonly string[]
}

async function setUp(
  change: { load?: (known: ArtifactsVersion) => Promise<Serving | null>; identity?: () => Promise<string> } = {},
): Promise<Setup> {
  const folder = await artifactsFolder()
  const serving = { current: (await loadServing(folder, defaultConfig))! }
  const log: LogEntry[] = []
  const counts: string[] = []
  const count: Metrics['count'] = (name, labels) => counts.push(`${name} ${labels?.outcome}`)
  const reloader = createReloader({
    serving,
    load: (known) => loadServing(folder, defaultConfig, known),
    identity: () => folderIdentity(folder),
    log: (entry) => log.push(entry),
    metrics: { ...noMetrics, count },
    ...change,
  })
  return { folder, serving, reloader, log, counts }
}

describe('a reload', () => {
  it('a reload changes forecasts, names and lists together', async () => {
    const { folder, serving, reloader, log, counts } = await setUp()
    const before = serving.current
    await fill(folder, newer('2031-01-05T10:00:00'))
    expect(await reloader.reload('signal')).toEqual({ kind: 'swapped', asOf: '2031-01-05T10:00:00' })
    expect(serving.current).not.toBe(before)
    expect(serving.current.catalogue.teams[0]?.name).toBe('Foxes of 2031-01-05T10:00:00')
    expect(serving.current.lists('teams').digest).not.toBe(before.lists('teams').digest)
    // The champions are the same, but the list states the id of its artifacts.
    expect(serving.current.lists('champions').digest).not.toBe(before.lists('champions').digest)
    expect(serving.current.predictor.predict({ blueTeamId: 1, redTeamId: 2 }).blueTeam.name).toContain('Foxes of')
    expect(counts).toEqual(['artifacts_reloads_total swapped'])
    expect(log).toEqual([{ level: 'info', event: 'artifacts_swapped', trigger: 'signal', asOf: '2031-01-05T10:00:00' }])
  })

  it('a reload changes nothing if the folder holds the artifacts in use', async () => {
    const { folder, serving, reloader, counts } = await setUp()
    const before = serving.current
    await fill(folder, tinyArtifacts())
    expect(await reloader.reload('command')).toEqual({ kind: 'unchanged', asOf: '2030-12-22T02:00:00' })
    expect(serving.current).toBe(before)
    expect(counts).toEqual(['artifacts_reloads_total unchanged'])
  })

  it.each([
    ['a file that the manifest does not know', { 'state.json': '{}' }, /state\.json: expected SHA-256/],
    [
      'a changed file that only updates read',
      { ...withManifest({ ...tinyArtifacts(), 'recent.json': '{}' }), 'recent.json': '[]' },
      /recent\.json: expected SHA-256/,
    ],
    ['a broken manifest', { 'manifest.json': '{"formatVersion":2}' }, /manifest\.json/],
    [
      'a sound manifest over a broken model',
      withManifest({ ...tinyArtifacts(), 'models/lightgbm-match.json': '{}' }),
      /models\/lightgbm-match\.json/,
    ],
  ])('a reload refuses %s with the reason, and keeps the artifacts in use', async (_, files, reason) => {
    const { folder, serving, reloader, log, counts } = await setUp()
    const before = serving.current
    await fill(folder, files)
    const outcome = await reloader.reload('folder')
    expect(outcome).toMatchObject({
      kind: 'refused',
      asOf: '2030-12-22T02:00:00',
      reason: expect.stringMatching(reason),
    })
    expect(serving.current).toBe(before)
    expect(counts).toEqual(['artifacts_reloads_total refused'])
    expect(log).toMatchObject([{ level: 'error', event: 'artifacts_refused', reason: expect.stringContaining(folder) }])

    await fill(folder, newer('2031-01-06T10:00:00'))
    expect(await reloader.reload('folder')).toMatchObject({ kind: 'swapped' })
  })

  it('a reload refuses a folder that is gone', async () => {
    const { folder, reloader } = await setUp()
    await rm(folder, { recursive: true })
    expect(await reloader.reload('signal')).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching(/manifest\.json: expected a readable file/),
    })
  })

  it('a reload reads a folder again that was replaced while it was read', async () => {
    let reads = 0
    const { reloader, serving, log } = await setUp({
      load: async ({ asOf, id, digest }) => {
        reads += 1
        if (reads < 3) throw new Error('half of each')
        return { ...serving.current, version: { asOf, id, digest: `${digest}+` } }
      },
      identity: async () => `identity ${reads}`,
    })
    expect(await reloader.reload('folder')).toMatchObject({ kind: 'swapped' })
    expect(log.map(({ event }) => event)).toEqual(['artifacts_swapped'])
  })

  it('triggers that come while a reload runs share the next one', async () => {
    let loads = 0
    const open: (() => void)[] = []
    const { reloader } = await setUp({
      load: async () => {
        loads += 1
        await new Promise<void>((resolve) => open.push(resolve))
        return null
      },
    })
    const first = reloader.reload('signal')
    await until(() => open.length === 1)
    const later = Array.from({ length: 50 }, () => reloader.reload('command'))
    open[0]!()
    await first
    await until(() => open.length === 2)
    open[1]!()
    await Promise.all(later)
    expect(loads).toBe(2)
  })

  it('a reload gives the event loop turns between the files', async () => {
    const folder = await artifactsFolder()
    let turns = 0
    let watching = true
    const turn = (): void => {
      turns += 1
      if (watching) setImmediate(turn)
    }
    setImmediate(turn)
    await loadServing(folder, defaultConfig)
    watching = false
    // The files are six models, state, blend and catalogue; ten files are read and hashed before them.
    expect(turns).toBeGreaterThan(15)
  })
})

describe('a server with new artifacts', () => {
  function servingNamed(name: string): Serving {
    const [first, ...others] = catalogue.teams
    const renamed = { ...catalogue, teams: [{ ...first!, name }, ...others] }
    const predictor = createFakePredictor(renamed, (matchup) => ({
      ...fakeForecast(matchup),
      redTeam: { id: 102, name },
    }))
    return createServing(
      {
        version: { digest: null, id: '3f1c9a0b77de', asOf: catalogue.asOf },
        predictor,
        catalogue: renamed,
        details: { teams: {}, players: {}, tournaments: {} },
      },
      defaultConfig,
    )
  }

  it('a call in flight ends with the artifacts that it began with', async () => {
    const server = await startServer()
    onTestFinished(() => server.close())
    server.serving.current = servingNamed('Old Kings')
    const payload = JSON.stringify(matchBody)
    const answer = new Promise<string>((resolve, reject) => {
      const headers = { 'X-Api-Key': server.key, 'Content-Type': 'application/json', 'Content-Length': payload.length }
      const slow = httpRequest({ port: server.port, method: 'POST', path: '/v1/predict', agent: false, headers })
      slow.on('error', reject)
      slow.on('response', (response) => {
        let text = ''
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('end', () => resolve(text))
      })
      slow.write(payload.slice(0, 5))
      until(() => server.lifecycle.inFlight === 1).then(() => {
        server.serving.current = servingNamed('New Kings')
        slow.end(payload.slice(5))
      }, reject)
    })
    expect(JSON.parse(await answer).redTeam.name).toBe('Old Kings')
    expect((await send(server, 'POST', '/v1/predict', { body: matchBody })).json.redTeam.name).toBe('New Kings')
  })

  it('new artifacts give lists new tags, and a request with an old tag gets the new list', async () => {
    const server = await startServer()
    onTestFinished(() => server.close())
    const before = await send(server, 'GET', '/v1/teams')
    server.serving.current = servingNamed('New Kings')
    const headers = { 'If-None-Match': before.headers.etag ?? '' }
    const after = await send(server, 'GET', '/v1/teams', { headers })
    expect(after.status).toBe(200)
    expect(after.headers.etag).not.toBe(before.headers.etag)
    expect(after.text).toContain('New Kings')
  })
})
