import { expect, it } from 'vitest'
import { folders, readSource, withoutComments } from './workspace.ts'

// Time and randomness are passed in from outside. Globals that a linter finds by name (process, fetch, console) are in biome.json.
const rules = [
  {
    name: 'the wall clock',
    pattern: /\bDate\.now\b|\bnew Date\(\s*\)|(?<!new )\bDate\(/,
    adapters: ['packages/base/src/node/clock.ts', 'packages/cli/src/io/cli-io.ts'],
  },
  {
    name: 'the monotonic clock',
    pattern: /\bperformance\.now\b|\bhrtime\b/,
    adapters: ['packages/base/src/node/clock.ts'],
  },
  {
    name: 'unseeded chance',
    pattern: /\bMath\.random\b|\brandomUUID\b|\bgetRandomValues\b/,
    adapters: ['packages/client/src/runtime.ts'],
  },
  {
    name: 'random bytes of its own',
    pattern: /import \{[^}]*\brandom\w+[^}]*\} from 'node:crypto'/,
    adapters: ['packages/base/src/node/random.ts'],
  },
  {
    name: 'the environment',
    pattern: /\bprocess\.env\b/,
    adapters: ['packages/cli/src/io/cli-io.ts'],
  },
] as const

const files = folders.flatMap(readSource).map(({ path, text }) => ({ path, code: withoutComments(text) }))

it.each(rules)('$name is read by adapters only', ({ pattern, adapters }) => {
  const users = files.filter(({ code }) => pattern.test(code)).map(({ path }) => path)
  expect(users.filter((path) => !(adapters as readonly string[]).includes(path))).toEqual([])
})

// Core gives the same bits on every runtime. IEEE 754 and the language guarantee that for these functions and for powers of two;
// the last bits of Math.exp, Math.log, Math.pow and `**` depend on the engine. math/ has exp, log, log1p, expm1 and power.
const exact =
  /\bMath\.(abs|ceil|clz32|floor|fround|imul|max|min|round|sign|sqrt|trunc|LN2|PI)\b|(?<![\w.])2 \*\* -?\d+(?![\w.])/g

it('core calls no function of the runtime whose last bit differs between runtimes', () => {
  const core = files.filter(
    ({ path }) => path.startsWith('packages/core/') && !path.endsWith('kernel-text.generated.ts'),
  )
  expect(core.filter(({ code }) => /\bMath\b|\*\*/.test(code.replaceAll(exact, ''))).map(({ path }) => path)).toEqual(
    [],
  )
})
