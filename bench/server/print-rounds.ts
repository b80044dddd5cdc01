import { median } from 'simple-statistics'
import type { LoadResult } from './load.ts'

/** Prints medians over the rounds as a markdown table. @throws Error when a call failed */
export function printRounds(title: string, results: Readonly<Record<string, readonly LoadResult[]>>): void {
  const middle = (rounds: readonly LoadResult[], of: keyof LoadResult): number =>
    median(rounds.map((round) => round[of]))
  const rates = Object.values(results).map((rounds) => middle(rounds, 'perSecond'))
  process.stdout.write(`\n${title}, medians of ${Object.values(results)[0]!.length} interleaved rounds\n\n`)
  process.stdout.write('| | requests/s | of the echo | p50 ms | p99 ms |\n|---|---:|---:|---:|---:|\n')
  for (const [index, [name, rounds]] of Object.entries(results).entries()) {
    const failed = rounds.reduce((sum, { errors, not2xx }) => sum + errors + (name.includes('304') ? 0 : not2xx), 0)
    if (failed > 0) throw new Error(`${name}: ${failed} calls failed`)
    const cells = [
      Math.round(rates[index]!),
      `${Math.round((rates[index]! / rates[0]!) * 100)} %`,
      middle(rounds, 'p50Ms'),
      middle(rounds, 'p99Ms'),
    ]
    process.stdout.write(`| ${name} | ${cells.join(' | ')} |\n`)
  }
}
