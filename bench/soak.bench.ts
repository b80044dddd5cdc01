import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { start, startServer, tsx } from './server/child.ts'
import { riftlineEnv, teamPairs } from './server/riftline.ts'
import type { SoakLoad } from './soak/load.ts'
import type { Window } from './soak/paced-load.ts'

// Reproduces hours in minutes: half load, 500 slow connections, one call in a hundred aborted; memory, descriptors and times by window.

const { values } = parseArgs({ args: process.argv.slice(3), options: { minutes: { type: 'string', default: '3' } } })
const windows = 6
const windowSeconds = (Number(values.minutes) * 60) / windows

execFileSync('npm', ['run', 'build', '--silent'], { stdio: ['ignore', 'ignore', 'inherit'] })
const folder = mkdtempSync(join(tmpdir(), 'riftline-soak-'))
const cli = 'packages/cli/bin/riftline.js'
const probe = new URL('./soak/memory-probe.js', import.meta.url).href
const flags = ['--max-semi-space-size=64', '--expose-gc', '--import', probe]
const server = await startServer(
  [process.execPath, ...flags, cli, 'serve', '--port', '0', '--data', folder],
  { ...riftlineEnv, RIFTLINE_MAX_CONNECTIONS_PER_ADDRESS: '1000' },
  { server: '0', load: '1' },
)
try {
  const key = await server.printed(/^ {2}(rl_live_\w+)$/)
  const asked: SoakLoad = { port: server.port, key, bodies: await teamPairs(), windows, windowSeconds }
  const load = start([...tsx, 'bench/soak/load.ts', JSON.stringify(asked)], {}, '1')
  process.stdout.write(
    '| minute | answered/s | aborted | failed | p50 ms | p99 ms | heap MB | resident MB | descriptors |\n',
  )
  process.stdout.write('|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n')
  let minute = 0
  for await (const line of createInterface({ input: load.stdout! })) {
    const window = JSON.parse(line) as Partial<Window> & { readonly most?: number }
    const memory = await server.tell('SIGUSR2', /^memory (.*)$/)
    const { heapUsed, rss } = JSON.parse(memory) as NodeJS.MemoryUsage
    const descriptors = readdirSync(`/proc/${server.pid}/fd`).length
    const { answered = 0, aborted = 0, failed = 0, p50Ms = 0, p99Ms = 0 } = window
    const cells = [
      minute.toFixed(1),
      window.most === undefined ? Math.round(answered / windowSeconds) : `of ${Math.round(window.most)}`,
      ...[aborted, failed, p50Ms.toFixed(1), p99Ms.toFixed(1)],
      ...[(heapUsed / 1e6).toFixed(1), (rss / 1e6).toFixed(0), descriptors],
    ]
    process.stdout.write(`| ${cells.join(' | ')} |\n`)
    minute += windowSeconds / 60
  }
} finally {
  await server.stop()
  process.stdout.write(`\n${execFileSync(cli, ['ledger', 'verify', '--data', folder])}`)
  rmSync(folder, { recursive: true })
}
