import { addresses } from './addresses.ts'
import { allowances } from './allowances.ts'
import { answers } from './answers.ts'
import { charging } from './charging.ts'
import { leases } from './leases.ts'
import { rate } from './rate.ts'
import { tables } from './tables.ts'

/** What brings a database from each version to the next, from an empty one on. Never edited once released: add another. */
export const migrations: readonly string[] = [
  [tables, allowances, answers, charging, leases, addresses, rate].join('\n'),
]
