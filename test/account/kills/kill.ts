import { setTimeout as sleep } from 'node:timers/promises'
import { vi } from 'vitest'
import type { Answer } from './browser.ts'
import type { Cut, Steps } from './customer.ts'
import type { Place } from './place.ts'

/** Longest time until a kill, by name of the step; it adapts so that about half of the kills come before the step's answer. */
export interface Timing {
  next(step: string): number
  learn(step: string, wasAnswered: boolean): void
  /** Number of steps that were cut off. */
  lost(): number
}

const firstMs = 60

export function createTiming(random: () => number): Timing {
  const most = new Map<string, number>()
  let lost = 0
  return {
    next: (step) => random() * (most.get(step) ?? firstMs),
    learn(step, wasAnswered) {
      most.set(step, Math.min(Math.max((most.get(step) ?? firstMs) * (wasAnswered ? 0.8 : 1.25), 4), 3000))
      if (!wasAnswered) lost += 1
    },
    lost: () => lost,
  }
}

export interface KillOptions {
  readonly place: Place
  readonly lives: readonly Steps<never>[]
  readonly random: () => number
  readonly timing: Timing
}

/** Kills and restarts a server `kills` times, each time while the next request of every customer is under way. */
export async function killOften({ place, lives, random, timing }: KillOptions, kills: number): Promise<void> {
  let cuts = await Promise.all(lives.map(async (life) => (await life.next(null)).value))
  for (let kill = 0; kill < kills; kill += 1) {
    const doomed = place.servers[kill % place.servers.length]!
    const planned = cuts.map((cut) => {
      const server = random() < 0.5 ? doomed : place.servers[Math.floor(random() * place.servers.length)]!
      return { cut, url: server.url, isDoomed: server === doomed, leadMs: timing.next(cut.step) }
    })
    const longestMs = Math.max(...planned.map(({ leadMs }) => leadMs))
    const answers = planned.map(async ({ cut, url, leadMs }) => {
      await sleep(longestMs - leadMs)
      return cut.send(url)
    })
    await sleep(longestMs)
    await doomed.kill()
    const all = await Promise.all(answers)
    planned.forEach(({ cut, isDoomed }, index) => {
      if (isDoomed) timing.learn(cut.step, all[index] !== null)
      else if (all[index] === null) throw new Error(`a server that ran did not answer: ${cut.step}`)
    })
    await doomed.start()
    cuts = await Promise.all(lives.map((life, index) => goOn(life, cuts[index]!, all[index] ?? null)))
    await vi.waitFor(() => checkFinished(place), { timeout: 60_000 })
  }
}

/** Checks that writes after an answer, such as a mail, have ended: unfinished files are those that a kill left. */
function checkFinished({ unfinishedFiles }: Place): void {
  const unfinished = unfinishedFiles()
  if (unfinished.length > 0) throw new Error(`left unfinished: ${unfinished}`)
}

async function goOn(life: Steps<never>, { step }: Cut, answer: Answer | null): Promise<Cut> {
  try {
    return (await life.next(answer)).value
  } catch (cause) {
    throw new Error(`${step}, ${answer === null ? 'cut off' : `answered ${answer.status}`}: ${String(cause)}`, {
      cause,
    })
  }
}
