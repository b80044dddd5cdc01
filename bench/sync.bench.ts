import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadCatalogue } from '@riftline/core/node'
import { median } from 'simple-statistics'
import { startFakeLeaguepedia } from '../test/support/sources/fake-leaguepedia.ts'
import { runLoad, startServer } from './server/child.ts'
import type { Load } from './server/load.ts'
import { riftlineEnv, teamPairs } from './server/riftline.ts'
import { daysOfGames } from './sync/day.ts'

// A sync of one more day of 60 games each round, alone and beside a server under half load, which takes the new artifacts over meanwhile.

const rounds = 5
const seconds = 20

execFileSync('npm', ['run', 'build', '--silent'], { stdio: ['ignore', 'ignore', 'inherit'] })
const root = mkdtempSync(join(tmpdir(), 'riftline-bench-sync-'))
const artifacts = join(root, 'artifacts')
cpSync('artifacts', artifacts, { recursive: true })
const catalogue = await loadCatalogue(artifacts)
const wiki = await startFakeLeaguepedia(daysOfGames(catalogue, 1))
const cli = 'packages/cli/bin/riftline.js'
const server = await startServer(
  [process.execPath, '--max-semi-space-size=64', cli, 'serve', '--port', '0', '--artifacts', artifacts, '--data', root],
  riftlineEnv,
  null,
)
try {
  const key = await server.told(/^ {2}(rl_live_\w+)$/)
  const load: Load = {
    url: `http://127.0.0.1:${server.port}/v1/predict`,
    seconds,
    connections: 50,
    headers: { 'Content-Type': 'application/json', 'X-Api-Key': key },
    bodies: await teamPairs(),
  }
  await runLoad({ ...load, seconds: 5 }, null)
  const most = (await runLoad({ ...load, seconds: 5 }, null)).perSecond
  const half = { ...load, perSecond: most / 2 }
  const quiet: number[] = []
  const beside: number[] = []
  const alone: number[] = []
  const loaded: number[] = []
  for (let round = 0; round < rounds; round++) {
    quiet.push((await runLoad(half, null)).p99Ms)
    wiki.tables = daysOfGames(catalogue, 2 * round + 1)
    alone.push(await sync())
    wiki.tables = daysOfGames(catalogue, 2 * round + 2)
    const [{ p99Ms }, took] = await Promise.all([runLoad(half, null), sync()])
    beside.push(p99Ms)
    loaded.push(took)
  }
  const ratio = median(beside.map((ms, round) => ms / quiet[round]!))
  process.stdout.write(
    `sync of 60 games: ${median(alone).toFixed(1)} s alone, ${median(loaded).toFixed(1)} s under load\n`,
  )
  process.stdout.write(
    `half load, ${Math.round(half.perSecond)}/s: p99 ${median(quiet)} ms, with a sync ${median(beside)} ms, ${ratio.toFixed(2)} times (median of ${rounds} rounds)\n`,
  )
} finally {
  await server.stop()
  await wiki.close()
  rmSync(root, { recursive: true })
}

/** Seconds of a sync that learns something. */
async function sync(): Promise<number> {
  const env = { ...process.env, RIFTLINE_LEAGUEPEDIA_URL: wiki.url, RIFTLINE_SOURCE_PAUSE_MS: '0' }
  const start = performance.now()
  const child = spawn(cli, ['sync', '--json', '--sources', 'leaguepedia', '--artifacts', artifacts, '--data', root], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  await once(child, 'close')
  const { status } = JSON.parse(text) as { status: string }
  if (status !== 'updated') throw new Error(`the sync ended ${status}: ${text.slice(0, 500)}`)
  return (performance.now() - start) / 1000
}
