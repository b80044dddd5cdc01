import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { bundledRiftline } from './riftline-bundle.ts'
import { artifactsFolder } from './tiny-artifacts-folder.ts'

const root = new URL('../../', import.meta.url).pathname

// biome-ignore lint/suspicious/noExplicitAny: an answer of any kind
type Message = any

export interface Lines {
  send(line: string): void
  sendRaw(text: string): void
  /** Resolves with the first message that fits, received already or not. @throws Error when the process ends before it comes */
  next(fits: (message: Message) => boolean): Promise<Message>
  all(): readonly Message[]
  pause(): void
  resume(): void
  /** Closes the output, so that the process writes to a closed pipe. */
  closeOutput(): void
  signal(name: NodeJS.Signals): void
  ended(): Promise<{ readonly code: number | null; readonly stderr: string }>
  /** Ends the input and waits for the end of the process. */
  end(): ReturnType<Lines['ended']>
}

/** Starts `riftline mcp` as a process on artifacts of a few kilobytes, driven line by line. It ends with the test. */
export async function openLines(): Promise<Lines> {
  const args = ['mcp', '--artifacts', await artifactsFolder()]
  const child = spawn(process.execPath, [bundledRiftline(), ...args], { cwd: root, env: { PATH: process.env.PATH } })
  const messages: Message[] = []
  let rest = ''
  let stderr = ''
  let onMessage = (): void => {}
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    // A line that is no message throws, which fails the test.
    messages.push(...lines.map((line) => JSON.parse(line)))
    onMessage()
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk
  })
  child.stdin.on('error', () => {})
  const closed = once(child, 'close').then(([code]) => code as number | null)
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await closed
  })
  const ended = async (): ReturnType<Lines['ended']> => ({ code: await closed, stderr })
  return {
    send: (line) => child.stdin.write(`${line}\n`),
    sendRaw: (text) => child.stdin.write(text),
    next: (fits) =>
      new Promise((resolve, reject) => {
        function look(): void {
          const index = messages.findIndex(fits)
          if (index >= 0) resolve(messages.splice(index, 1)[0])
        }
        onMessage = look
        void closed.then((code) => reject(new Error(`ended with ${code}: ${stderr}`)))
        look()
      }),
    all: () => messages,
    pause: () => child.stdout.pause(),
    resume: () => child.stdout.resume(),
    closeOutput: () => child.stdout.destroy(),
    signal: (name) => child.kill(name),
    ended,
    end: () => {
      child.stdin.end()
      return ended()
    },
  }
}
