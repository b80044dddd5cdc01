import { addresses } from './addresses.ts'
import { allowances } from './allowances.ts'
import { answers } from './answers.ts'
import { charging } from './charging.ts'
import { clock } from './clock.ts'
import { keys } from './keys.ts'
import { leases } from './leases.ts'
import { rate } from './rate.ts'
import { tables } from './tables.ts'

/** Version of the schema. A change of tables or functions raises it and needs the statements that bring a database from the version before. */
export const schemaVersion = 4

/** Makes tables and functions in an empty database. */
export const schema: string = [tables, clock, allowances, answers, charging, leases, addresses, keys, rate].join('\n')
