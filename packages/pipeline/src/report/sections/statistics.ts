import { toCount } from '../format.ts'
import { leftColumn, markdownTable, numberColumn } from '../markdown-table.ts'
import { type Coverage, type KnownNumbers, tiers } from '../measure/measure-coverage.ts'
import { paragraph } from '../paragraph.ts'

/** How much of the detail routes' statistics is known. */
export function statisticsSection({ teams, players }: Coverage): string {
  return [
    '## Statistics',
    '',
    paragraph(
      'Shares of the teams and players with a game in the 365 days before the data date for whom a number rests on enough',
      'games to be shown, by the tier of their league. In brackets, what of that comes from published averages of seasons.',
    ),
    '',
    coverageTable('teams', teams),
    '',
    coverageTable('players', players),
  ].join('\n')
}

function coverageTable(what: string, { counts, numbers }: KnownNumbers): string {
  const columns = [
    leftColumn(what),
    ...tiers.map((tier, i) => numberColumn(`tier ${tier}, ${toCount(counts[i] ?? 0)}`)),
  ]
  const rows = numbers.map(({ name, known, bySeason }) => [
    name,
    ...counts.map((count, i) => cell(count, known[i] ?? 0, bySeason[i] ?? 0)),
  ])
  return markdownTable(columns, rows)
}

function cell(count: number, known: number, bySeason: number): string {
  if (count === 0) return '–'
  const percent = (part: number): string => `${((100 * part) / count).toFixed(0)} %`
  return bySeason === 0 ? percent(known) : `${percent(known)} (${percent(bySeason)})`
}
