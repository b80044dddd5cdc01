import { createSerial, type Serial, type Timers } from '@riftline/base/node'

/** Makes a queue in which shares take turns, so that a busy share delays only itself. */
export function createTurns<T>(most: number) {
  /** Shares in the order of their turns; empty shares are removed. */
  const shares = new Map<string, T[]>()
  let size = 0

  return {
    /** Adds an item to a share. A full queue returns the item without room: this one, or the last of the largest share. */
    add(share: string, one: T): T | undefined {
      const own = shares.get(share) ?? []
      if (size >= most) {
        const fullest = [...shares.values()].reduce((a, b) => (b.length > a.length ? b : a))
        // A share with just one item more would only change places with this one.
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
    /** Takes the first item of the share whose turn it is. */
    next(): T | undefined {
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

/** Runs the tasks of one name, such as an account, one after the other; other names run independently. */
export function createInTurn() {
  const queues = new Map<string, { readonly serial: Serial; tasks: number }>()
  return async <T>(name: string, task: () => Promise<T>): Promise<T> => {
    const queue = queues.get(name) ?? { serial: createSerial(), tasks: 0 }
    queues.set(name, queue)
    queue.tasks++
    try {
      return await queue.serial(task)
    } finally {
      queue.tasks--
      if (queue.tasks === 0) queues.delete(name)
    }
  }
}

/** Returns the answer of a promise, or `late()` when it takes too long. A later answer is ignored. */
export async function within<T, L>(timers: Timers, milliseconds: number, answer: Promise<T>, late: () => L) {
  let cancel = (): void => {}
  const isLate = new Promise<void>((resolve) => {
    cancel = timers.after(milliseconds, resolve)
  })
  return Promise.race([answer, isLate.then(late)]).finally(() => cancel())
}
