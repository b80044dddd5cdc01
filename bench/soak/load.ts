import { startPacedLoad } from './paced-load.ts'
import { startSlowClients } from './slow-clients.ts'

/** Settings of the load, read as JSON from the first argument. */
export interface SoakLoad {
  readonly port: number
  readonly key: string
  readonly bodies: readonly string[]
  readonly windows: number
  readonly windowSeconds: number
}

// Runs as a separate process: finds the highest rate, then runs at half of it and prints each window as a JSON line.
const { port, key, bodies, windows, windowSeconds } = JSON.parse(process.argv[2] ?? '') as SoakLoad
const headers = { 'Content-Type': 'application/json', 'X-Api-Key': key }
const pace = { url: `http://127.0.0.1:${port}/v1/predict`, headers, bodies, connections: 100 }
const seconds = (count: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, count * 1000))

const full = startPacedLoad({ ...pace, perSecond: null, abortEvery: 0 })
await seconds(5)
full.take()
await seconds(10)
const most = full.take().answered / 10
full.end()

const slow = startSlowClients(port, key, 500)
const half = startPacedLoad({ ...pace, perSecond: most / 2, abortEvery: 100 })
await seconds(30)
half.take()
process.stdout.write(`${JSON.stringify({ most })}\n`)
for (let i = 0; i < windows; i++) {
  await seconds(windowSeconds)
  process.stdout.write(`${JSON.stringify(half.take())}\n`)
}
half.end()
slow.end()
