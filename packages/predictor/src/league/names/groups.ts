/** Lists of distinct values, by key. */
export type Groups<T> = Map<string, T[]>

/** Adds a value to the list of a key; an empty key is ignored. */
export function addTo<T>(groups: Groups<T>, key: string, value: T): void {
  if (key === '') return
  const group = groups.get(key)
  if (group === undefined) groups.set(key, [value])
  else if (!group.includes(value)) group.push(value)
}

/** Creates a value on first use. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** Limit of remembered texts: the teams of several games or many labels; a few hundred kilobytes. */
const mostTexts = 4000

/** Remembers an answer by its text, because reading a name takes as long as a forecast. Over the limit, all answers are dropped. */
export function remember<Answer>(answers: Map<string, Answer>, text: string, answer: Answer): Answer {
  if (answers.size >= mostTexts) answers.clear()
  answers.set(text, answer)
  return answer
}
