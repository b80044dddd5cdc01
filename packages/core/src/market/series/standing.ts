/** Maps won in a series so far. */
export interface Standing {
  readonly blue: number
  readonly red: number
}
