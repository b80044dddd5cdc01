/** Cell readers throw it, the reader of the row catches it: the row is skipped and `message` is the reported reason. */
export class BadRow extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BadRow'
  }
}
