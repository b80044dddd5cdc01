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
