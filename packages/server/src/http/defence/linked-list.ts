/** A place in a list. */
export interface Link<T> {
  /** Null once it is out. */
  value: T | null
  before: Link<T> | null
  after: Link<T> | null
}

/**
 * Values in the order in which they came; each leaves when it is done. For what comes and goes with every request a Set is
 * no place: V8 links its outgrown tables to the next ones, so that after the first is old all that ever stood in them outlives
 * the young generation. A link that is out holds nothing.
 */
export class LinkedList<T extends object> {
  #first: Link<T> | null = null
  #last: Link<T> | null = null

  /** The oldest; null where there is none. */
  get first(): Link<T> | null {
    return this.#first
  }

  add(value: T): Link<T> {
    const link: Link<T> = { value, before: this.#last, after: null }
    if (this.#last === null) this.#first = link
    else this.#last.after = link
    this.#last = link
    return link
  }

  /** False where it is out already. */
  remove(link: Link<T>): boolean {
    if (link.value === null) return false
    const { before, after } = link
    if (before === null) this.#first = after
    else before.after = after
    if (after === null) this.#last = before
    else after.before = before
    link.value = null
    link.before = null
    link.after = null
    return true
  }
}
