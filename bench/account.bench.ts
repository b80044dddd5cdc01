import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median } from 'simple-statistics'
import { type Running, startServer } from './server/child.ts'
import { riftlineEnv } from './server/riftline.ts'
import { predictWindows } from './soak/predict-windows.ts'

// Measures the cost of the account page for the server that it shares a process with: memory at rest, the time until its first page,
// and the time that callers wait for predictions while 50 sign-ins a second are tried.

const rounds = 5
const seconds = 10
const signInsPerSecond = 50
/** All threads of the server share one core, as in the server bench, so the API has less time by whatever the page uses. */
const cores = { server: '0', load: '1' }
const agent = new Agent({ keepAlive: true })

execFileSync('npm', ['run', 'build', '--silent'], { stdio: ['ignore', 'ignore', 'inherit'] })
const off: number[] = []
const on: number[] = []
const firstPage: number[] = []
for (let round = 0; round < rounds; round++) {
  off.push(await withServer('0', restingMb))
  on.push(
    await withServer('any', async (server, page) => {
      firstPage.push(await answered(page, 'GET', '/'))
      return restingMb(server)
    }),
  )
}
print(`memory at rest: ${median(off).toFixed(0)} MB without the page, ${median(on).toFixed(0)} MB with it`)
print(`first page: ${median(firstPage).toFixed(0)} ms after the server is ready`)
await withServer('any', besideSignIns)

async function besideSignIns(server: Running, page: string): Promise<void> {
  const load = await predictWindows(server, seconds, cores)
  await load(null)
  const most = (await load(null)).answered / seconds
  await trySignIns(page)()
  const quiet: number[] = []
  const beside: number[] = []
  for (let round = 0; round < rounds; round++) {
    quiet.push((await load(most / 2)).p99Ms)
    const stop = trySignIns(page)
    beside.push((await load(most / 2)).p99Ms)
    const { tried, hashed } = await stop()
    print(
      `round ${round + 1}: p99 ${quiet.at(-1)!.toFixed(1)} ms, beside ${tried} sign-ins (${hashed} hashed) ${beside.at(-1)!.toFixed(1)} ms`,
    )
  }
  const ratio = median(beside.map((ms, round) => ms / quiet[round]!))
  print(
    `half load, ${Math.round(most / 2)}/s: p99 ${median(quiet).toFixed(1)} ms, with sign-ins ${median(beside).toFixed(1)} ms, ${ratio.toFixed(2)} times`,
  )
}

/** Tries to sign in again and again, each time as another person. @returns the function that ends it */
function trySignIns(page: string): () => Promise<{ readonly tried: number; readonly hashed: number }> {
  let tried = 0
  let hashed = 0
  const pending = new Set<Promise<void>>()
  const timer = setInterval(() => {
    const form = `email=nobody${tried++}@example.com&password=not+the+password`
    const attempt = send(page, 'POST', '/sign-in', form).then((status) => {
      if (status === 422) hashed += 1
    })
    pending.add(attempt)
    void attempt.finally(() => pending.delete(attempt))
  }, 1000 / signInsPerSecond)
  return async () => {
    clearInterval(timer)
    await Promise.all(pending)
    return { tried, hashed }
  }
}

async function withServer<T>(port: string, work: (server: Running, page: string) => Promise<T>): Promise<T> {
  const data = mkdtempSync(join(tmpdir(), 'riftline-bench-account-'))
  const cli = 'packages/cli/bin/riftline.js'
  const server = await startServer(
    [process.execPath, '--max-semi-space-size=64', cli, 'serve', '--port', '0', '--data', data],
    { ...riftlineEnv, RIFTLINE_ACCOUNT_PORT: port },
    cores,
  )
  try {
    return await work(server, port === '0' ? '' : await server.printed(/^account page on (\S+)$/))
  } finally {
    await server.stop()
    rmSync(data, { recursive: true })
  }
}

/** Memory of an idle process that it does not share with others, in MB. */
async function restingMb({ pid }: Running): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 5000))
  const text = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^RssAnon:\s+(\d+) kB$/m.exec(text)?.[1]) / 1024
}

async function answered(page: string, method: string, path: string): Promise<number> {
  const begun = performance.now()
  await send(page, method, path)
  return performance.now() - begun
}

function send(page: string, method: string, path: string, form?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const type = { Origin: page, 'Content-Type': 'application/x-www-form-urlencoded' }
    const headers = form === undefined ? {} : { ...type, 'Content-Length': Buffer.byteLength(form) }
    const outgoing = request(`${page}${path}`, { method, agent, headers }, (incoming) => {
      incoming.resume().on('end', () => resolve(incoming.statusCode ?? 0))
    })
    outgoing.on('error', reject).end(form)
  })
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
