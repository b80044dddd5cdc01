/** A row by column, as a Cargo table has it. */
export type CargoCells = Record<string, string | null>
/** Rows by name of the table. */
export type CargoTables = Record<string, CargoCells[]>

/** Refusal of a query by Cargo, with the code in the wiki's answer. */
export class CargoError extends Error {}

type Joined = Readonly<Record<string, CargoCells | null>>

/** Answers a `cargoquery` from tables: left joins, `where` of comparisons and `AND`, order, limit and offset. */
export function answerCargo(tables: CargoTables, parameters: URLSearchParams): { title: CargoCells }[] {
  const parameter = (name: string): string => parameters.get(name) ?? ''
  const aliases = parameter('tables')
    .split(',')
    .map((part) => part.split('=') as [table: string, alias: string])
  const rowsOf = (alias: string): readonly CargoCells[] => {
    const table = aliases.find(([, own]) => own === alias)?.[0]
    const rows = table === undefined ? undefined : tables[table]
    if (rows === undefined) throw new CargoError(`no table ${alias}`)
    return rows
  }
  const fields = new Map<string, readonly [alias: string, column: string]>()
  const fieldOf = (name: string): readonly [alias: string, column: string] => {
    const known = fields.get(name)
    if (known !== undefined) return known
    const [alias = '', column = ''] = name.split('.')
    if (!rowsOf(alias).every((row) => Object.hasOwn(row, column))) throw new CargoError(`no field named ${name}`)
    fields.set(name, [alias, column])
    return [alias, column]
  }
  const cell = (joined: Joined, name: string): string | null => {
    const [alias, column] = fieldOf(name)
    return joined[alias]?.[column] ?? null
  }

  // Conditions concern the first table only, so that they are applied before the joins, which is faster.
  const conditions = parameter('where').split(' AND ').map(parseCondition)
  const [[, main] = ['', '']] = aliases
  let joined: Joined[] = rowsOf(main)
    .map((row) => ({ [main]: row }))
    .filter((row) => conditions.every(({ field, holds }) => holds(cell(row, field))))
  for (const [, alias] of aliases.slice(1)) {
    const condition = parameter('join_on')
      .split(',')
      .map((part) => part.split('='))
      .find(([, right = '']) => right.startsWith(`${alias}.`))
    const [left = '', right = ''] = condition ?? []
    const column = right.split('.')[1] ?? ''
    const byValue = new Map<string, CargoCells[]>()
    for (const row of rowsOf(alias)) {
      const value = row[column] ?? ''
      const same = byValue.get(value)
      if (same === undefined) byValue.set(value, [row])
      else same.push(row)
    }
    joined = joined.flatMap((row) => {
      const value = cell(row, left)
      const found = value === null ? undefined : byValue.get(value)
      return (found ?? [null]).map((other) => ({ ...row, [alias]: other }))
    })
  }

  const order = parameter('order_by').split(',')
  const asked = parameter('fields').split(',')
  const limit = Math.min(Number(parameter('limit') || 50), 500)
  const offset = Number(parameter('offset') || 0)
  return joined
    .sort((a, b) => {
      for (const field of order) {
        const [left, right] = [cell(a, field) ?? '', cell(b, field) ?? '']
        if (left !== right) return left < right ? -1 : 1
      }
      return 0
    })
    .slice(offset, offset + limit)
    .map((row) => ({ title: toTitle(row, asked, cell) }))
}

function parseCondition(text: string): { field: string; holds(value: string | null): boolean } {
  const [, field = '', operator = '', bound = ''] = /^(\S+) (>=|<=|<|>|=) '([^']*)'$/.exec(text.trim()) ?? []
  if (field === '') throw new CargoError(`cannot read ${text}`)
  const holds: Record<string, (value: string) => boolean> = {
    '>=': (value) => value >= bound,
    '<=': (value) => value <= bound,
    '<': (value) => value < bound,
    '>': (value) => value > bound,
    '=': (value) => value === bound,
  }
  return { field, holds: (value) => value !== null && (holds[operator]?.(value) ?? false) }
}

function toTitle(
  row: Joined,
  fields: readonly string[],
  cell: (row: Joined, field: string) => string | null,
): CargoCells {
  const title: CargoCells = {}
  for (const part of fields) {
    const [field = '', alias] = part.split('=')
    const key = (alias ?? field.split('.')[1] ?? '').replaceAll('_', ' ')
    title[key] = cell(row, field)
    if (key === 'DateTime UTC') title[`${key}__precision`] = '0'
  }
  return title
}
