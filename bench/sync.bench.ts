import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadCatalogue } from '@riftline/predictor/node'
import { median } from 'simple-statistics'
import { startFakeLeaguepedia } from '../test/support/sources/fake-leaguepedia.ts'
import { start, startServer } from './server/child.ts'
import { riftlineEnv } from './server/riftline.ts'
import { predictWindows } from './soak/predict-windows.ts'
import { daysOfGames } from './sync/day.ts'

// Measures a sync of one more day of 60 games per round, alone and beside a server under half load that takes over the new artifacts.

const rounds = 5
/** A sync that the server starts runs on the server's core. */
const cores = { server: '0', load: '1' }
const seconds = 15

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
  cores,
)
try {
  const load = await predictWindows(server, seconds, cores)
  await load(null)
  const most = (await load(null)).answered / seconds
  const quiet: number[] = []
  const beside: number[] = []
  const alone: number[] = []
  const loaded: number[] = []
  for (let round = 0; round < rounds; round++) {
    quiet.push((await load(most / 2)).p99Ms)
    wiki.tables = daysOfGames(catalogue, 2 * round + 1)
    alone.push(await sync())
    wiki.tables = daysOfGames(catalogue, 2 * round + 2)
    const [{ p99Ms }, took] = await Promise.all([load(most / 2), sync()])
    beside.push(p99Ms)
    loaded.push(took)
  }
  const ratio = median(beside.map((ms, round) => ms / quiet[round]!))
  process.stdout.write(
    `sync of 60 games: ${median(alone).toFixed(1)} s alone, ${median(loaded).toFixed(1)} s under load\n`,
  )
  process.stdout.write(
    `half load, ${Math.round(most / 2)}/s: p99 ${median(quiet).toFixed(1)} ms, with a sync ${median(beside).toFixed(1)} ms, ${ratio.toFixed(2)} times (median of ${rounds} rounds)\n`,
  )
} finally {
  await server.stop()
  await wiki.close()
  rmSync(root, { recursive: true })
}

/** Seconds of a sync that has something to learn. */
async function sync(): Promise<number> {
  const env = { RIFTLINE_LEAGUEPEDIA_URL: wiki.url, RIFTLINE_SOURCE_PAUSE_MS: '0' }
  const begun = performance.now()
  // Command as `serve --sync-every` runs it.
  const command = [cli, 'sync', '--json', '--sources', 'leaguepedia', '--artifacts', artifacts, '--data', root]
  const child = start(command, env, cores.server)
  setPriority(child.pid!, 5)
  let text = ''
  child.stdout!.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  await once(child, 'close')
  const { status } = JSON.parse(text) as { status: string }
  if (status !== 'updated') throw new Error(`the sync ended ${status}: ${text.slice(0, 500)}`)
  return (performance.now() - begun) / 1000
}
