import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'

export const examples: string = fileURLToPath(new URL('../../examples/', import.meta.url))

/** A program of an example, run by Node as a reader would run it, but on the sources of the packages. */
export interface RunningExample {
  /** Resolves with the first match in the output. @throws Error when the program ends before */
  printed(pattern: RegExp): Promise<RegExpExecArray>
  /** Resolves with the whole output when the program has ended. @throws Error when it failed */
  end(): Promise<string>
  /** Sends the signal to stop. */
  stop(): void
}

/** Runs a script of an example's `package.json`, with further arguments, to its end. */
export async function runScript(example: string, script: string, args: readonly string[]): Promise<void> {
  await promisify(execFile)('npm', ['run', '--silent', script, '--', ...args], { cwd: examples + example })
}

/** Starts `examples/PATH`, which ends at the latest with the test. */
export function runExample(path: string, env: Readonly<Record<string, string>> = {}): RunningExample {
  const args = ['--import', import.meta.resolve('tsx'), '--conditions=@riftline/source', examples + path]
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const closed = once(child, 'close').then(([code]) => code as number | null)
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await closed
  })
  return {
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = pattern.exec(output)
          if (found !== null) resolve(found)
        }
        child.stdout.on('data', look)
        void closed.then((code) => reject(new Error(`ended with ${code}: ${output}`)))
        look()
      }),
    async end() {
      const code = await closed
      if (code !== 0) throw new Error(`ended with ${code}: ${output}`)
      return output
    },
    stop: () => child.kill('SIGTERM'),
  }
}
