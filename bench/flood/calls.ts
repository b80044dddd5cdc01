import { Agent, request } from 'node:http'
import { median } from 'simple-statistics'

/** Outcome of calls: number of calls by status (0 for a broken connection), and their times. */
export interface Calls {
  readonly statuses: Readonly<Record<number, number>>
  readonly p50Ms: number
  readonly worstMs: number
}

interface Answer {
  readonly status: number
  readonly ms: number
}

/** Calls as a client unrelated to the attack: another address, its own key, a call every 20 ms. */
export async function callFor(seconds: number, port: number, key: string): Promise<Calls> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64, localAddress: '127.0.0.2' })
  const calls: Promise<Answer>[] = []
  for (let count = 0; count < seconds * 50; count++) {
    calls.push(call(agent, port, key))
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const answers = await Promise.all(calls)
  agent.destroy()
  return sumUp(answers)
}

/** Makes `count` calls at once, each on its own connection. */
export async function callAtOnce(count: number, port: number, key: string): Promise<Calls> {
  const agent = new Agent({ localAddress: '127.0.0.2' })
  return sumUp(await Promise.all(Array.from({ length: count }, () => call(agent, port, key))))
}

function call(agent: Agent, port: number, key: string): Promise<Answer> {
  const began = performance.now()
  const headers = { 'X-Api-Key': key, 'Content-Type': 'application/json' }
  return new Promise((resolve) => {
    const end = (status: number): void => resolve({ status, ms: performance.now() - began })
    const asked = request({ agent, port, host: '127.0.0.1', method: 'POST', path: '/v1/predict', headers }, (answer) =>
      answer.resume().once('close', () => end(answer.statusCode ?? 0)),
    )
    asked.once('error', () => end(0)).end('{"blueTeam":"T1","redTeam":"Gen.G"}')
  })
}

function sumUp(answers: readonly Answer[]): Calls {
  const statuses: Record<number, number> = {}
  for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1
  const times = answers.map(({ ms }) => ms)
  return { statuses, p50Ms: median(times), worstMs: Math.max(...times) }
}
