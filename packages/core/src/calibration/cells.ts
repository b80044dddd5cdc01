import { invalidArgument, requireRecord } from '@riftline/base'

// Cells of a fit at three levels: all matches, each format (`bo3`), each league of a format (`bo3/LCK`).

/** Format and league of a match. A league without its format belongs to no cell. */
export interface Cell {
  /** Length of the series: 1, 3, 5. Without it the match counts at the model level only. */
  readonly bestOf?: number | null
  /** League of the series. Without it the match counts at the model and format levels only. */
  readonly league?: string | null
}

/** Records of one cell, in their order. */
export interface CellGroup<Graded> {
  readonly key: string
  readonly records: Graded[]
}

/** Refuses a cell unless its format is a whole number and its league a string. */
export function requireCell(argument: string, cell: Cell): void {
  requireRecord(argument, cell)
  const { bestOf, league } = cell
  const legalFormat = bestOf === undefined || bestOf === null || (Number.isSafeInteger(bestOf) && bestOf >= 1)
  if (!legalFormat) throw invalidArgument(`${argument}.bestOf`, 'a whole number of at least 1', bestOf)
  const legalLeague = league === undefined || league === null || typeof league === 'string'
  if (!legalLeague) throw invalidArgument(`${argument}.league`, 'a string', league)
}

/** Groups records by format, in order of the keys, so the order of the records does not matter. */
export function groupByFormat<Graded extends Cell>(records: readonly Graded[]): CellGroup<Graded>[] {
  return groupBy(records, formatKeyOf)
}

/** Groups the records of one format by league. */
export function groupByLeague<Graded extends Cell>({ records }: CellGroup<Graded>): CellGroup<Graded>[] {
  return groupBy(records, leagueKeyOf)
}

/** Fit of the match's league in its format, else of its format; undefined if neither is fitted. */
export function finestOf<Fitted>(fitted: Readonly<Record<string, Fitted>>, cell: Cell): Fitted | undefined {
  return known(fitted, leagueKeyOf(cell)) ?? known(fitted, formatKeyOf(cell))
}

function known<Fitted>(fitted: Readonly<Record<string, Fitted>>, key: string | undefined): Fitted | undefined {
  return key !== undefined && Object.hasOwn(fitted, key) ? fitted[key] : undefined
}

function formatKeyOf({ bestOf }: Cell): string | undefined {
  return bestOf === undefined || bestOf === null ? undefined : `bo${bestOf}`
}

function leagueKeyOf(cell: Cell): string | undefined {
  const format = formatKeyOf(cell)
  const { league } = cell
  return format === undefined || league === undefined || league === null ? undefined : `${format}/${league}`
}

function groupBy<Graded extends Cell>(
  records: readonly Graded[],
  keyOf: (cell: Cell) => string | undefined,
): CellGroup<Graded>[] {
  const groups = new Map<string, Graded[]>()
  for (const record of records) {
    const key = keyOf(record)
    if (key === undefined) continue
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [record])
    else group.push(record)
  }
  return Array.from(groups, ([key, grouped]) => ({ key, records: grouped })).sort((a, b) => (a.key < b.key ? -1 : 1))
}
