import { spawnSync } from 'node:child_process'

declare module 'vitest' {
  interface ProvidedContext {
    runSeed: number
  }
}

/**
 * Chooses the seed of a run's random cases and prints it. The seed follows from the commit: another commit tries other cases, and a
 * second run of a commit tries the same ones. RIFTLINE_SEED=n repeats the cases of another commit.
 */
export function setup({ provide }: { provide: (key: 'runSeed', seed: number) => void }): void {
  const seed = Number(process.env.RIFTLINE_SEED ?? seedOfCommit())
  if (!Number.isSafeInteger(seed) || seed < 0 || seed > 2 ** 31) throw new Error(`RIFTLINE_SEED is no seed: ${seed}`)
  provide('runSeed', seed)
  process.stdout.write(`Random cases of RIFTLINE_SEED=${seed}\n`)
}

/** Seed made of the commit's hash, below 2^28; 1 outside a clone. */
function seedOfCommit(): number {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' })
  return status === 0 ? Number.parseInt(stdout.slice(0, 7), 16) : 1
}
