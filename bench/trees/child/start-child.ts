import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { canPin, onCore } from '../../on-core.ts'
import type { Contestant, Facts } from '../contestants/contestant.ts'
import type { Problem } from '../problem.ts'
import type { Mode } from './serve.ts'

/** Process of a contestant, ready to make passes. */
export interface Child {
  readonly contestant: Contestant
  readonly facts: Facts
  /** Makes one pass and returns its numbers, see `Passes`. With a path it also writes the scores there. */
  pass(mode: Mode, size: number, path?: string): Promise<readonly number[]>
  stop(): Promise<void>
}

/**
 * All contestants use one core: if other guests of the machine slow two cores differently, ratios would depend on the core of each
 * contestant.
 */
const core = canPin ? '0' : undefined

/** Starts a contestant and waits until it is ready; returns the reason if it cannot take part. */
export async function startChild(contestant: Contestant, problem: Problem): Promise<Child | string> {
  const [program, ...args] = onCore(commandOf(contestant, problem), core)
  const running = spawn(program!, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: running.stdout })[Symbol.asyncIterator]()
  const ended = new Promise<void>((resolve, reject) => {
    running.once('error', reject)
    running.once('close', () => resolve())
  })
  ended.catch(() => {}) // a program that cannot start also ends its output, which nextLine reports
  const nextLine = async (): Promise<string> => {
    const { value, done } = await lines.next()
    if (done) throw new Error(`${contestant.name} on ${problem.name}: its process ended unexpectedly`)
    return value
  }

  const [word, ...rest] = (await nextLine()).split(' ')
  if (word === 'absent') {
    await ended
    return rest.join(' ')
  }
  return {
    contestant,
    facts: rest.length === 0 ? {} : JSON.parse(rest.join(' ')),
    async pass(mode, size, path) {
      running.stdin.write(`${mode} ${size}${path === undefined ? '' : ` ${path}`}\n`)
      return (await nextLine()).split(' ').map(Number)
    },
    async stop() {
      running.stdin.end()
      await ended
    },
  }
}

function commandOf(contestant: Contestant, problem: Problem): readonly string[] {
  if (contestant.language === 'native') return contestant.command(problem)
  const main = fileURLToPath(new URL('main.ts', import.meta.url))
  return [process.execPath, ...process.execArgv, main, contestant.name, JSON.stringify(problem)]
}
