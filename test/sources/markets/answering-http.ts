import type { SourceHttp, SourceRequest } from '#sources/http/source-client.ts'

export interface AnsweringHttp extends SourceHttp {
  /** What was asked, in its order. */
  readonly asked: readonly SourceRequest[]
}

/** A way to sources that ends in the test: `answer` says or throws what a request gets. */
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
