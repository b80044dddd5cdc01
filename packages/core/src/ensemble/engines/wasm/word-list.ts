/** 32-bit words that are appended one by one. State: an array that doubles when it is full. */
export interface WordList {
  readonly length: number
  push(word: number): void
  append(words: Uint32Array): void
  set(at: number, word: number): void
  /** The words so far. */
  view(): Uint32Array
}

export function createWordList(): WordList {
  let words = new Uint32Array(1024)
  let length = 0

  function makeRoom(count: number): void {
    if (length + count <= words.length) return
    const longer = new Uint32Array(Math.max(2 * length, length + count))
    longer.set(words)
    words = longer
  }

  return {
    get length() {
      return length
    },
    push(word) {
      makeRoom(1)
      words[length++] = word
    },
    append(more) {
      makeRoom(more.length)
      words.set(more, length)
      length += more.length
    },
    set(at, word) {
      words[at] = word
    },
    view: () => words.subarray(0, length),
  }
}
