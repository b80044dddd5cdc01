import { readdir } from 'node:fs/promises'

// npm run bench -- NAME runs bench/NAME.bench.ts; without a name, every bench.
const [only] = process.argv.slice(2)
const files = (await readdir(new URL('.', import.meta.url))).filter((file) => file.endsWith('.bench.ts')).sort()
const chosen = only === undefined ? files : files.filter((file) => file === `${only}.bench.ts`)
if (chosen.length === 0) {
  const names = files.map((file) => file.replace('.bench.ts', '')).join(', ')
  throw new Error(`bench: expected one of ${names}, got ${only}`)
}
for (const file of chosen) await import(`./${file}`)
