/** A queue in which shares take turns: who sends much waits behind the own. */
export interface Turns<T> {
  /** Puts one at the end of a share. @returns who finds no room instead: it, or the last of the share that has most */
  add(share: string, one: T): T | undefined
  /** Takes the first of the share whose turn it is. */
  next(): T | undefined
}

export function createTurns<T>(most: number): Turns<T> {
  /** In order of turns. None is empty. */
  const shares = new Map<string, T[]>()
  let size = 0

  return {
    add(share, one) {
      const own = shares.get(share) ?? []
      if (size >= most) {
        const fullest = [...shares.values()].reduce((a, b) => (b.length > a.length ? b : a))
        // A share with one more than this one would only change places with it.
        if (fullest.length < own.length + 2) return one
        shares.set(share, own)
        own.push(one)
        return fullest.pop()
      }
      size++
      own.push(one)
      shares.set(share, own)
      return undefined
    },
    next() {
      for (const [share, [first, ...rest]] of shares) {
        shares.delete(share)
        if (rest.length > 0) shares.set(share, rest)
        size--
        return first
      }
      return undefined
    },
  }
}
