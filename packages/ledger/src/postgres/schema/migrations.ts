import { addressIndex } from './address-index.ts'
import { addresses } from './addresses.ts'
import { allowances } from './allowances.ts'
import { answers } from './answers.ts'
import { charging } from './charging.ts'
import { clock, clockTable } from './clock.ts'
import { importMark } from './import-mark.ts'
import { keys } from './keys.ts'
import { keysThatPay } from './keys-that-pay.ts'
import { leases } from './leases.ts'
import { rate } from './rate.ts'
import { tables } from './tables.ts'

/** What brings the tables of a database from each version to the next, from an empty one on. Never edited once released: add another. */
export const tableChanges: readonly string[] = [tables, addressIndex + clockTable, keysThatPay, importMark]

/**
 * What runs after the last change of tables: every function as it is now. A process of the release before may still run on
 * the database, so that a function that it calls keeps its name, its parameters and the columns that it gives.
 */
export const functions: string = [clock, allowances, answers, charging, leases, addresses, keys, rate].join('\n')
