/** Whether every test runs in full, as in `npm run test:all` (TEST_AMOUNT=all). A run of `npm test` takes less than two minutes. */
export const runsAll: boolean = process.env.TEST_AMOUNT === 'all'

/**
 * Number of seeds, kills or generated cases that a test runs: `quick` in `npm test`, `all` in `npm run test:all`.
 * .ci/run finds test files that do more in `test:all` by their own imports: each imports this file, browser-tests.ts, postgres.ts
 * or fast-check itself, not through a shared file.
 */
export function amount(quick: number, all: number): number {
  return runsAll ? all : quick
}
