const lineFeed = 10

/** The lines of an input; null for one over `mostBytes`, of which no more than that is kept. The last one needs no end. */
export async function* readLines(input: AsyncIterable<Buffer>, mostBytes: number): AsyncGenerator<string | null> {
  let parts: Buffer[] = []
  let size = 0
  function add(part: Buffer): void {
    size += part.length
    if (size <= mostBytes) parts.push(part)
    else parts = []
  }
  function take(): string | null {
    const line = size <= mostBytes ? Buffer.concat(parts).toString() : null
    parts = []
    size = 0
    return line
  }
  for await (const chunk of input) {
    let from = 0
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, from)) {
      add(chunk.subarray(from, end))
      yield take()
      from = end + 1
    }
    add(chunk.subarray(from))
  }
  if (size > 0) yield take()
}
