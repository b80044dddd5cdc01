import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { parseConfig, startServer } from '@riftline/server'
import type { FromChild, KillMoment } from './kept-child.ts'

/** A whole server over a data folder, which kills itself with SIGKILL at a moment of a line of kept forecasts. */
const [dataFolder = '', artifactsFolder = '', moment = 'never', count = '1'] = process.argv.slice(2)

const tell = (message: FromChild): void => void process.send?.(message)
const die = (): void => void process.kill(process.pid, 'SIGKILL')

let left = Number(count)
function isLastLine(bytes: Uint8Array): boolean {
  if (!Buffer.from(bytes).toString('utf8', 0, 7).startsWith('{"seq":')) return false
  left -= 1
  return left === 0
}

const { write } = fs
const { rename } = fs.promises
fs.write = ((
  fd: number,
  bytes: Uint8Array,
  from: number,
  length: number,
  at: number,
  done: (...args: unknown[]) => void,
) => {
  // The head begins with the same key as a line and is shorter than any.
  if (length < 200 || !isLastLine(bytes)) return write(fd, bytes, from, length, at, done as never)
  if (moment === 'before line') return die()
  if (moment === 'in line') {
    fs.writeSync(fd, bytes, from, length >> 1, at)
    return die()
  }
  return write(fd, bytes, from, length, at, (...results: unknown[]) => {
    if (moment === 'after line') return die()
    done(...results)
  })
}) as typeof fs.write
fs.promises.rename = async (from, to) => {
  const isHead = left === 0 && String(to).endsWith('forecasts/head.json')
  if (isHead && moment === ('before head' satisfies KillMoment)) return die()
  await rename(from, to)
  if (isHead && moment === 'after head') die()
}
syncBuiltinESMExports()

const settings = { DATA_DIR: dataFolder, ARTIFACTS_DIR: artifactsFolder, PORT: '0', OPS_PORT: '0', DEMO: 'off' }
const env = Object.fromEntries(Object.entries(settings).map(([name, value]) => [`RIFTLINE_${name}`, value]))
const server = await startServer(parseConfig(env), {
  log: ({ event, seriesId }) => tell({ event, ...(typeof seriesId === 'string' && { seriesId }) }),
})
process.on('SIGTERM', () => void server.stop().then(() => process.disconnect()))
