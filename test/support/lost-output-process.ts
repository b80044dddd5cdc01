import { writeSync } from 'node:fs'
import { systemIo } from '#cli/io/cli-io.ts'
import { run } from '#cli/run.ts'

// Runs the command lines of its first argument one after another in one process, each with the process's own stdout, and
// writes their results to a descriptor of its own.

const results: unknown[] = []
const system = systemIo()
for (const args of JSON.parse(process.argv[2] ?? '[]') as string[][]) {
  let stderr = ''
  const io = {
    ...system,
    stderr: (text: string) => {
      stderr += text
    },
  }
  results.push({ args, code: await run(args, io), stderr })
}
writeSync(3, JSON.stringify(results))
process.exit(0)
