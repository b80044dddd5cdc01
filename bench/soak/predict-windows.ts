import { type Cores, type Running, start, tsx } from '../server/child.ts'
import { teamPairs } from '../server/riftline.ts'
import type { Pace, Window } from './paced-load.ts'

/** Sends predictions for some seconds from a separate process; with null as many as 50 callers get answered. */
export type PredictWindow = (perSecond: number | null) => Promise<Window>

/** Creates the sender of predictions. @param server has printed the key of its demo account */
export async function predictWindows(server: Running, seconds: number, cores: Cores | null): Promise<PredictWindow> {
  const key = await server.printed(/^ {2}(rl_live_\w+)$/)
  // The server would take thousands of bodies below 64 bytes per second for bodies sent in small pieces, so bodies are padded.
  const bodies = (await teamPairs()).map((body) => body.padEnd(64))
  const url = `http://127.0.0.1:${server.port}/v1/predict`
  const headers = { 'Content-Type': 'application/json', 'X-Api-Key': key }
  return async (perSecond) => {
    const pace: Pace = { url, headers, bodies, connections: 50, abortEvery: 0, perSecond }
    const child = start([...tsx, 'bench/soak/paced-window.ts', JSON.stringify({ ...pace, seconds })], {}, cores?.load)
    let text = ''
    for await (const chunk of child.stdout!) text += chunk
    return JSON.parse(text)
  }
}
