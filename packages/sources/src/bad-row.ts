import { invalidArgument } from '@riftline/base'

/** One row that cannot be used: it is skipped and named, the others count. */
export class BadRow extends Error {
  constructor(field: string, expected: string, got: unknown) {
    super(invalidArgument(field, expected, got).message)
    this.name = 'BadRow'
  }
}
