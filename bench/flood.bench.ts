import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Attack, pipelines, pipelinesEverySecond, slowBodies } from './flood/attacks.ts'
import { type Calls, callAtOnce, callFor } from './flood/calls.ts'
import { type Running, startServer } from './server/child.ts'
import { riftlineEnv } from './server/riftline.ts'

// Measures a client's answers, and the server's memory, while others attack the server, just after its start, and after a stop.

execFileSync('npm', ['run', 'build', '--silent'], { stdio: ['ignore', 'ignore', 'inherit'] })
const cli = 'packages/cli/bin/riftline.js'
const wait = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

process.stdout.write('| a caller elsewhere, while | answers | p50 ms | worst ms | memory grows by MB |\n')
process.stdout.write('|---|---|---:|---:|---:|\n')
await attacked('nothing happens', () => ({ end: () => {} }))
await attacked('250 connections send 128 KiB of requests each', ({ port }) => pipelines(port, 250))
await attacked('250 connections send 128 requests each, which is allowed', ({ port }) => pipelines(port, 250, 128))
await attacked('8 such connections come every second', ({ port }) => pipelinesEverySecond(port, 8))
await attacked('one account has 600 unfinished bodies', ({ port }, key) => slowBodies(port, key, 600))

await withServer({}, async (server, key) => {
  const busy = spawn('taskset', ['-c', '0', process.execPath, '-e', 'for (;;);'])
  print('200 calls at once on a server just ready, its core shared', await callAtOnce(200, server.port, key))
  busy.kill('SIGKILL')
})
await withServer(riftlineEnv, async (server, key) => {
  await callAtOnce(100, server.port, key)
  process.kill(server.pid, 'SIGSTOP')
  const calls = callAtOnce(100, server.port, key)
  await wait(2)
  process.kill(server.pid, 'SIGCONT')
  print('100 calls that waited for a process stopped for 2 s', await calls)
})

/** Measures a client of another account than the attacker's. */
async function attacked(title: string, attack: (server: Running, key: string) => Attack): Promise<void> {
  await withServer({ ...riftlineEnv, RIFTLINE_OPS_PORT: 'any' }, async (server, key, data) => {
    const run = (...args: string[]): string => String(execFileSync(cli, [...args, '--data', data]))
    run('account', 'create', 'elsewhere')
    const own = /rl_live_\w+/.exec(run('key', 'create', 'elsewhere', '--name', 'bench'))?.[0] ?? ''
    await callFor(3, server.port, own)
    const before = memoryOf(server.pid, 'VmRSS')
    const attacking = attack(server, key)
    const calls = await callFor(15, server.port, own)
    print(title, calls, memoryOf(server.pid, 'VmHWM') - before)
    attacking.end()
  })
}

async function withServer(
  env: Readonly<Record<string, string>>,
  work: (server: Running, demoKey: string, data: string) => Promise<void>,
): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'riftline-flood-'))
  const node = [process.execPath, '--max-semi-space-size=64', cli, 'serve', '--port', '0', '--data', data]
  const server = await startServer(node, { RIFTLINE_LOG_LEVEL: 'warn', ...env }, { server: '0', load: '1' })
  try {
    await work(server, await server.printed(/^ {2}(rl_live_\w+)$/), data)
  } finally {
    await server.stop()
    rmSync(data, { recursive: true })
  }
}

/** Memory of a process in MB. */
function memoryOf(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1000
}

function print(title: string, { statuses, p50Ms, worstMs }: Calls, memoryMb?: number): void {
  const counted = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`)
  const cells = [counted.join(', '), p50Ms.toFixed(0), worstMs.toFixed(0), memoryMb?.toFixed(0) ?? '']
  process.stdout.write(`| ${title} | ${cells.join(' | ')} |\n`)
}
