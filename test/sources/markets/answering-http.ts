import type { SourceHttp, SourceRequest } from '#sources/http/source-client.ts'

export interface AnsweringHttp extends SourceHttp {
  /** Requests in the order in which they were sent. */
  readonly asked: readonly SourceRequest[]
}

/** A SourceHttp without a network: `answer` returns or throws the result of each request. */
export function answeringHttp(answer: (request: SourceRequest, url: URL) => unknown): AnsweringHttp {
  const asked: SourceRequest[] = []
  return {
    asked,
    get requests() {
      return asked.length
    },
    json: async (request) => {
      asked.push(request)
      return structuredClone(await answer(request, new URL(request.url)))
    },
  }
}
