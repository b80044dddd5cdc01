/** Runs the report in Node from standard input to standard output; `--no-wasm` removes WebAssembly first. */
import { report, type Work } from './report.ts'

const { process } = globalThis as unknown as {
  readonly process: {
    readonly argv: readonly string[]
    readonly stdin: AsyncIterable<Uint8Array>
    readonly stdout: { write(text: string): void }
  }
}

if (process.argv.includes('--no-wasm')) Reflect.deleteProperty(globalThis, 'WebAssembly')
const decoder = new TextDecoder()
let text = ''
for await (const chunk of process.stdin) text += decoder.decode(chunk, { stream: true })
process.stdout.write(JSON.stringify(await report(JSON.parse(text) as Work)))
