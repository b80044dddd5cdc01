/** Thrown by cell readers and caught where the row is read: the row is skipped and `message` is the reason reported. */
export class BadRow extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BadRow'
  }
}
