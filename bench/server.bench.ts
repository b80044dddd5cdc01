import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canPin } from './on-core.ts'
import { type Cores, type Running, runLoad, script, startServer, tsx } from './server/child.ts'
import type { Load, LoadResult } from './server/load.ts'
import { printRounds } from './server/print-rounds.ts'
import { riftlineEnv, teamPairs } from './server/riftline.ts'

// Compares the server with durable charging, a bare node:http echo and Fastify on the same core; another process sends the load. The
// heap used per request is measured after the rounds, during which nothing is observed.

const connections = 100
const rounds = 3
const seconds = 3
const probe = ['--import', script('garbage-probe.js')]
/** Runs with the flag of the command's first line. */
const riftlineNode = [process.execPath, '--max-semi-space-size=64', ...probe, 'packages/cli/bin/riftline.js']

execFileSync('npm', ['run', 'build', '--silent'], { stdio: ['ignore', 'ignore', 'inherit'] })
const bodies = await teamPairs()

if (canPin) await compare('each server on one core, the load on another', { server: '0', load: '1' })
await compare('each server on all cores, which the load shares', null)

async function compare(title: string, cores: Cores | null): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'riftline-bench-'))
  const servers = await Promise.all([
    startServer([...tsx, ...probe, script('echo.ts')], {}, cores),
    startServer([...tsx, script('fastify.ts'), 'artifacts'], {}, cores),
    startServer([...riftlineNode, 'serve', '--port', '0', '--data', folder], riftlineEnv, cores),
  ])
  const [echo, , riftline] = servers
  try {
    const loads = await contestants(...servers)
    await assertEqualAnswers(loads['riftline predict, charged and durable']!, loads['Fastify predict, free']!)
    const results: Record<string, LoadResult[]> = {}
    // The first round is a warm-up and does not count, as code is still being compiled.
    for (let round = 0; round <= rounds; round++) {
      for (const [name, load] of Object.entries(loads)) {
        const result = await runLoad(load, cores)
        if (round > 0) results[name] = [...(results[name] ?? []), result]
      }
    }
    printRounds(title, results)
    const garbage = [
      await garbageOf(echo, loads['bare node:http echo']!, cores),
      await garbageOf(riftline, loads['riftline predict, charged and durable']!, cores),
    ].map((bytes) => (bytes / 1000).toFixed(1))
    process.stdout.write(`\ngarbage per request: echo ${garbage[0]} kB, charged prediction ${garbage[1]} kB\n`)
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    rmSync(folder, { recursive: true })
  }
}

/** Bytes of heap that a server uses per request. */
async function garbageOf(server: Running, load: Load, cores: Cores | null): Promise<number> {
  await server.tell('SIGUSR2', /^(watching garbage)$/)
  const { answered } = await runLoad(load, cores)
  return Number(await server.tell('SIGUSR2', /^allocated (\d+)$/)) / answered
}

async function contestants(echo: Running, fastify: Running, riftline: Running): Promise<Record<string, Load>> {
  const type = { 'Content-Type': 'application/json' }
  const key = { 'X-Api-Key': await riftline.printed(/^ {2}(rl_live_\w+)$/) }
  const load = (
    server: Running,
    path: string,
    headers: Record<string, string>,
    posted: readonly string[] = [],
  ): Load => ({
    url: `http://127.0.0.1:${server.port}${path}`,
    seconds,
    connections,
    headers,
    bodies: posted,
  })
  return {
    'bare node:http echo': load(echo, '/', type, bodies),
    'riftline predict, charged and durable': load(riftline, '/v1/predict', { ...type, ...key }, bodies),
    'Fastify predict, free': load(fastify, '/v1/predict', type, bodies),
    'riftline teams, br': load(riftline, '/v1/teams', { ...key, 'Accept-Encoding': 'br' }),
    'riftline teams, 304': load(riftline, '/v1/teams', { ...key, 'If-None-Match': '*' }),
    'riftline teams, plain': load(riftline, '/v1/teams', key),
    'Fastify teams, plain, without logos': load(fastify, '/v1/teams', {}),
    'riftline usage': load(riftline, '/v1/usage', key),
  }
}

/**
 * Asserts that equal requests get equal answers, as both use the same core package. Answers may differ in late digits, as forecasts
 * change with every millisecond.
 */
async function assertEqualAnswers(ours: Load, theirs: Load): Promise<void> {
  for (const body of bodies.slice(0, 50)) {
    const [a, b] = await Promise.all(
      [ours, theirs].map(async ({ url, headers }) => {
        const text = await (await fetch(url, { method: 'POST', headers, body })).text()
        return text.replaceAll(/0\.\d+/g, (chance) => Number(chance).toFixed(4))
      }),
    )
    if (a !== b) throw new Error(`the servers answer ${body} differently: ${a} and ${b}`)
  }
}
