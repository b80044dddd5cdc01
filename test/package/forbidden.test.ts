import { expect, it } from 'vitest'
import { folders, readSource, withoutComments } from './workspace.ts'

// Time and chance come in from outside. Globals that a linter can see by name (process, fetch, console) are in biome.json.
const rules = [
  {
    name: 'the wall clock',
    pattern: /\bDate\.now\b|\bnew Date\(\s*\)|(?<!new )\bDate\(/,
    adapters: ['packages/server/src/clock.ts'],
  },
  {
    name: 'the monotonic clock',
    pattern: /\bperformance\.now\b|\bhrtime\b/,
    adapters: ['packages/server/src/clock.ts'],
  },
  { name: 'unseeded chance', pattern: /\bMath\.random\b|\brandomUUID\b|\bgetRandomValues\b/, adapters: [] },
  {
    name: 'random bytes of its own',
    pattern: /import \{[^}]*\brandom\w+[^}]*\} from 'node:crypto'/,
    adapters: ['packages/cli/src/serve/serve.ts'],
  },
  { name: 'the environment', pattern: /\bprocess\.env\b/, adapters: ['packages/cli/src/cli-io.ts'] },
] as const

const files = folders.flatMap(readSource).map(({ path, text }) => ({ path, code: withoutComments(text) }))

it.each(rules)('$name is read by adapters only', ({ pattern, adapters }) => {
  const users = files.filter(({ code }) => pattern.test(code)).map(({ path }) => path)
  expect(users.filter((path) => !(adapters as readonly string[]).includes(path))).toEqual([])
})
