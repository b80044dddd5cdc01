import { RiftlineConnectionError } from './errors.ts'
import type { FetchResponse } from './fetch-like.ts'

/** Many times the longest list. */
const mostBytes = 16_777_216

/** The text of a body. @throws RiftlineConnectionError `invalid_response` for one over 16 MiB, without reading on */
export async function readText(response: FetchResponse): Promise<string> {
  const reader = response.body?.getReader()
  if (reader === undefined) return response.text()
  const decoder = new TextDecoder()
  let bytes = 0
  let text = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value?.length ?? 0
    if (bytes > mostBytes) {
      reader.cancel().catch(() => {})
      throw new RiftlineConnectionError('invalid_response', `the answer ${response.status} is over ${mostBytes} bytes`)
    }
    text += decoder.decode(value, { stream: true })
  }
}
