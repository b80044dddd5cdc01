/**
 * Text in parts as the body of an answer: the next is made when the last was taken. The first is made before the answer begins, so that
 * what fails at once is answered as a failure; later, the connection breaks.
 *
 * @param onError told of a later failure
 */
export async function toTextStream(
  parts: AsyncIterable<string>,
  onError: (error: unknown) => void,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder()
  const iterator = parts[Symbol.asyncIterator]()
  let next: Promise<IteratorResult<string>> | null = Promise.resolve(await iterator.next())
  return new ReadableStream({
    async pull(controller) {
      try {
        const { value, done } = await (next ?? iterator.next())
        next = null
        if (done === true) controller.close()
        else controller.enqueue(encoder.encode(value))
      } catch (error) {
        onError(error)
        throw error
      }
    },
    async cancel() {
      await iterator.return?.()
    },
  })
}
