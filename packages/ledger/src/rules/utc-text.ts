/**
 * `YYYY-MM-DDTHH:mm:ss`, the form of every field that ends in `Utc`. Unlike `toUtc` it refuses no year: a document may have
 * times thousands of years ahead, and the message that refuses it names them.
 */
export function utcText(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19)
}
