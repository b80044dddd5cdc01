/** Lists by key, each value once; an empty key names nothing. */
export interface Groups<T> {
  readonly map: ReadonlyMap<string, readonly T[]>
  add(key: string, value: T): void
}

export function createGroups<T>(): Groups<T> {
  const map = new Map<string, T[]>()
  return {
    map,
    add(key, value) {
      if (key === '') return
      const group = map.get(key)
      if (group === undefined) map.set(key, [value])
      else if (!group.includes(value)) group.push(value)
    },
  }
}

/** Answers by the text that was asked for. */
export interface Remembered<Answer> {
  get(text: string): Answer | undefined
  /** Keeps an answer and returns it. */
  keep(text: string, answer: Answer): Answer
}

/** As many texts as several games have teams, and leagues labels; some hundred kilobytes. */
const mostTexts = 4000

/**
 * Remembers answers about texts: the same few names are asked for again and again, and to read one takes as long as a forecast. What strangers
 * send is bounded: with one text too many all are forgotten.
 */
export function createRemembered<Answer>(): Remembered<Answer> {
  const answers = new Map<string, Answer>()
  return {
    get: (text) => answers.get(text),
    keep(text, answer) {
      if (answers.size >= mostTexts) answers.clear()
      answers.set(text, answer)
      return answer
    },
  }
}
