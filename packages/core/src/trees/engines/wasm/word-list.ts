/** 32-bit words that are appended one by one. State: an array that doubles when it is full. */
export interface WordList {
  readonly length: number
  push(word: number): void
  set(at: number, word: number): void
  /** The words so far. */
  view(): Uint32Array
}

export function createWordList(): WordList {
  let words = new Uint32Array(1024)
  let length = 0
  return {
    get length() {
      return length
    },
    push(word) {
      if (length === words.length) {
        const longer = new Uint32Array(2 * length)
        longer.set(words)
        words = longer
      }
      words[length++] = word
    },
    set(at, word) {
      words[at] = word
    },
    view: () => words.subarray(0, length),
  }
}
