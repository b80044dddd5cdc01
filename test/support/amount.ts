/** Whether every test does all it can, as `npm run test:all` asks for (TEST_AMOUNT=all); `npm test` takes two minutes. */
export const runsAll: boolean = process.env.TEST_AMOUNT === 'all'

/**
 * Number of seeds, kills or generated cases that a test runs: the first in `npm test`, the second in `npm run test:all`.
 * Test files import this themselves, or browser-tests.ts, postgres.ts or fast-check, not what they share: by that .ci/run knows which
 * do more in all.
 */
export function amount(quick: number, all: number): number {
  return runsAll ? all : quick
}
