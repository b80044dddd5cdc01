import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundle } from './bundle.ts'
import type { Report, Work } from './pages/report.ts'

let bundled: Promise<string> | undefined

/** Report of the browsers' bundle, run by Node with these flags and arguments. */
export async function reportOfNode(work: Work, flags: readonly string[], args: readonly string[]): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'riftline-bundle-'))
  try {
    const file = join(folder, 'command.mjs')
    bundled ??= bundle('command')
    await writeFile(file, await bundled)
    return JSON.parse(await run([...flags, file, ...args], JSON.stringify(work))) as Report
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function run(args: readonly string[], input: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'], env: {} })
    const output: Uint8Array[] = []
    let errors = ''
    child.stdout.on('data', (chunk: Uint8Array) => output.push(chunk))
    child.stderr.on('data', (chunk: Uint8Array) => {
      errors += new TextDecoder().decode(chunk)
    })
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve(Buffer.concat(output).toString()) : reject(new Error(errors))))
    child.stdin.end(input)
  })
}
