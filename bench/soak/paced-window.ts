import { type Pace, startPacedLoad } from './paced-load.ts'

// Runs as a separate process: keeps a pace for some seconds, given as JSON in the first argument, and prints the window as a JSON line.
const { seconds, ...pace } = JSON.parse(process.argv[2] ?? '') as Pace & { readonly seconds: number }
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const load = startPacedLoad(pace)
await wait(1000)
load.take()
await wait(seconds * 1000)
process.stdout.write(`${JSON.stringify(load.take())}\n`)
load.end()
