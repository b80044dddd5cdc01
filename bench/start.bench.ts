import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median } from 'simple-statistics'

// Measures cold starts from the start of a process to its first answer, as multiples of a bare `node -e 0` on the same machine, in
// turns.

const rounds = 10
const node = process.execPath
const cli = [node, '--max-semi-space-size=64', 'packages/cli/bin/riftline.js']

const cases: readonly { readonly name: string; readonly bar: number | null; readonly run: () => Promise<number> }[] = [
  { name: 'node -e 0', bar: null, run: () => ended([node, '-e', '0']) },
  { name: 'riftline --help', bar: 3, run: () => ended([...cli, '--help']) },
  { name: 'riftline predict T1 Gen.G', bar: 6, run: () => ended([...cli, 'predict', 'T1', 'Gen.G']) },
  { name: 'riftline serve, until /readyz is 200', bar: 10, run: () => served([...cli, 'serve'], ready) },
  { name: 'riftline serve, until a prediction is charged', bar: null, run: () => served([...cli, 'serve'], predicted) },
  { name: 'npm start on a fresh clone, until /readyz is 200', bar: 25, run: fromSources },
  {
    name: 'embedded: artifacts read, first prediction',
    bar: null,
    run: () => ended([node, 'bench/start/embedded.js']),
  },
  {
    name: 'embedded: a model of 5 features, first score',
    bar: null,
    run: () => ended([node, 'bench/start/own-model.js']),
  },
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

/** Milliseconds until the process has ended. */
async function ended([program = '', ...args]: readonly string[]): Promise<number> {
  const start = performance.now()
  const [code] = await once(spawn(program, args, { stdio: 'ignore' }), 'close')
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`)
  return performance.now() - start
}

async function fromSources(): Promise<number> {
  rmSync('node_modules/.cache/riftline', { recursive: true, force: true })
  return served(['npm', 'start', '--'], ready)
}

/** Values that a server prints at its first start. */
interface Target {
  readonly url: string
  readonly key: string
}

async function ready({ url }: Target): Promise<Response> {
  return fetch(`${url}/readyz`)
}

async function predicted({ url, key }: Target): Promise<Response> {
  const headers = { 'Content-Type': 'application/json', 'X-Api-Key': key }
  return fetch(`${url}/v1/predict`, { method: 'POST', headers, body: '{"blueTeam":"T1","redTeam":"Gen.G"}' })
}

/** Milliseconds from a first start, with an empty data folder, until a call is answered with 200. */
async function served(
  [program = '', ...args]: readonly string[],
  call: (target: Target) => Promise<Response>,
): Promise<number> {
  const data = mkdtempSync(join(tmpdir(), 'riftline-start-'))
  const start = performance.now()
  // npm does not pass SIGKILL on, so the child gets its own process group.
  const child = spawn(program, [...args, '--port', '0', '--data', data], {
    detached: true,
    env: { ...process.env, RIFTLINE_OPS_PORT: 'any', RIFTLINE_ACCOUNT_PORT: 'any' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const closed = once(child, 'close')
  let output = ''
  for await (const chunk of child.stdout) {
    output += chunk
    const url = /listens on (\S+)\n/.exec(output)?.[1]
    const key = /^ {2}(rl_live_\w+)$/m.exec(output)?.[1]
    if (url === undefined || key === undefined) continue
    const { status } = await call({ url, key })
    if (status !== 200) throw new Error(`expected 200, got ${status}`)
    break
  }
  const ms = performance.now() - start
  process.kill(-child.pid!, 'SIGKILL')
  await closed
  rmSync(data, { recursive: true })
  return ms
}
