import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median } from 'simple-statistics'

// How long commands take from their start, as multiples of a bare `node -e 0` on the same machine, in turns.

const rounds = 10
const cli = [process.execPath, '--max-semi-space-size=64', 'packages/cli/bin/riftline.js']

const cases: readonly { readonly name: string; readonly bar: number | null; readonly run: () => Promise<number> }[] = [
  { name: 'node -e 0', bar: null, run: () => ended([process.execPath, '-e', '0']) },
  { name: 'riftline --help', bar: 3, run: () => ended([...cli, '--help']) },
  { name: 'riftline predict T1 Gen.G', bar: 6, run: () => ended([...cli, 'predict', 'T1', 'Gen.G']) },
  { name: 'riftline serve, until /readyz is 200', bar: 10, run: () => ready([...cli, 'serve']) },
  { name: 'npm start on a fresh clone, until /readyz is 200', bar: 25, run: fromSources },
]

execFileSync('npm', ['run', 'build', '--silent'], { stdio: ['ignore', 'ignore', 'inherit'] })
const times = cases.map((): number[] => [])
for (let round = 0; round < rounds; round++) {
  for (const [index, { run }] of cases.entries()) {
    times[index]!.push(await run())
  }
}
const medians = times.map(median)
const bare = medians[0]!
process.stdout.write(`| medians of ${rounds} | ms | times node -e 0 | at most |\n|---|---:|---:|---:|\n`)
for (const [index, { name, bar }] of cases.entries()) {
  const ms = medians[index]!
  process.stdout.write(`| ${name} | ${ms.toFixed(0)} | ${(ms / bare).toFixed(1)} | ${bar ?? ''} |\n`)
}

/** Milliseconds until it has ended. */
async function ended([program = '', ...args]: readonly string[]): Promise<number> {
  const start = performance.now()
  const [code] = await once(spawn(program, args, { stdio: 'ignore' }), 'close')
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`)
  return performance.now() - start
}

async function fromSources(): Promise<number> {
  rmSync('node_modules/.cache/riftline', { recursive: true, force: true })
  return ready(['npm', 'start', '--'])
}

/** Milliseconds until `/readyz` answers 200 after a first start, whose data folder is empty. */
async function ready([program = '', ...args]: readonly string[]): Promise<number> {
  const data = mkdtempSync(join(tmpdir(), 'riftline-startup-'))
  const start = performance.now()
  // A group of its own: npm does not pass SIGKILL on.
  const child = spawn(program, [...args, '--port', '0', '--data', data], {
    detached: true,
    env: { ...process.env, RIFTLINE_OPS_PORT: 'any' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const closed = once(child, 'close')
  let output = ''
  for await (const chunk of child.stdout) {
    output += chunk
    const url = /listens on (\S+)\n/.exec(output)?.[1]
    if (url === undefined) continue
    const { status } = await fetch(`${url}/readyz`)
    if (status !== 200) throw new Error(`/readyz answered ${status}`)
    break
  }
  const ms = performance.now() - start
  process.kill(-child.pid!, 'SIGKILL')
  await closed
  rmSync(data, { recursive: true })
  return ms
}
