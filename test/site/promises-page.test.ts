import { describe, expect, it } from 'vitest'
import { promisesMarkdown, testFiles } from '../../site/gather/promises.ts'
import { checkPromise } from '../../site/gather/promises-check.ts'
import { promiseThemes } from '../../site/promises/index.ts'
import type { StatedPromise } from '../../site/promises/stated-promise.ts'

const repository = new URL('../..', import.meta.url).pathname
const promises = promiseThemes.flatMap((theme) => theme.promises)

it.each(promises.map((promise) => [promise.claim, promise] as const))(
  'the promise "%s" stands in its document, its tests exist, and its figures are found',
  (_claim, promise) => {
    const { figures, tests, command } = checkPromise(repository, promise)
    expect(tests.length).toBeGreaterThan(0)
    for (const figure of figures) expect(figure).toMatch(/\d/)
    expect(command).toMatch(/^npm (run )?(test|bench)/)
  },
)

describe('the page of promises', () => {
  // Lazily, so that a promise that is not found fails its own test above.
  let made: string | undefined
  const page = (): string => {
    made ??= promisesMarkdown(repository)
    return made
  }

  it('has each promise once, and a link to each test file', () => {
    for (const { claim } of promises) expect(page().split(`\n### ${claim}\n`)).toHaveLength(2)
    for (const file of testFiles()) expect(page()).toContain(`](${file})`)
  })

  it('links the section of a document that makes a promise', () => {
    expect(page()).toContain('[packages/server/README.md, Charging](packages/server/README.md#charging)')
  })

  it('shows amounts of a full run, and runs those tests in full', () => {
    expect(page()).toContain('150 kills of a server under load')
    expect(page()).toContain('63,000 runs on a simulated disk')
    expect(page()).toMatch(/npm run test:all -- test\/server\/kill\/kill\.test\.ts/)
  })
})

describe('a promise', () => {
  const sound: StatedPromise = {
    claim: 'A failed call is never charged',
    document: 'packages/server/README.md',
    quote: 'A failed call is never charged.',
    tests: [{ file: 'test/server/kill/kill.test.ts', title: 'kills under load: no acknowledged charge' }],
    figures: [],
  }
  const refused = (change: Partial<StatedPromise>) => {
    return expect(() => checkPromise(repository, { ...sound, ...change }))
  }

  it('shows the whole title of its test, with an ellipsis for what a run fills in', () => {
    const [test] = checkPromise(repository, sound).tests
    expect(test!.title).toBe(
      '… kills under load: no acknowledged charge is lost or doubled, and failed calls cost nothing',
    )
  })

  it('is refused when its document has dropped the words', () => {
    refused({ quote: 'A failed call is hardly ever charged.' }).toThrow(
      /packages\/server\/README\.md: expected the words/,
    )
  })

  it('is refused when a test has gone or has another title', () => {
    refused({ tests: [{ file: 'test/server/kill/kill.test.ts', title: 'kills under no load' }] }).toThrow(
      /expected a test/,
    )
    refused({ tests: [{ file: 'test/server/no.test.ts', title: null }] }).toThrow(/ENOENT/)
  })

  it('is refused when a figure is not found', () => {
    refused({ figures: [{ text: '$1', file: 'README.md', pattern: /no such (figure)/ }] }).toThrow(/expected a figure/)
  })
})
