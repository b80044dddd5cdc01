/** Lists by key, each value once. */
export type Groups<T> = Map<string, T[]>

/** Adds a value to the list of a key; an empty key names nothing. */
export function addTo<T>(groups: Groups<T>, key: string, value: T): void {
  if (key === '') return
  const group = groups.get(key)
  if (group === undefined) groups.set(key, [value])
  else if (!group.includes(value)) group.push(value)
}

/** Makes a value when it is asked for first. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** As many texts as several games have teams, and leagues labels; some hundred kilobytes. */
const mostTexts = 4000

/** Keeps an answer by its text, since to read a name takes as long as a forecast. With one text too many all are forgotten. */
export function remember<Answer>(answers: Map<string, Answer>, text: string, answer: Answer): Answer {
  if (answers.size >= mostTexts) answers.clear()
  answers.set(text, answer)
  return answer
}
