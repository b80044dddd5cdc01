import { randomBytes as systemRandomBytes } from 'node:crypto'
import type { RandomBytes } from '@riftline/ledger'

/** The system's chance, for keys, ids and tokens. */
export const randomBytes: RandomBytes = (size) => systemRandomBytes(size)
