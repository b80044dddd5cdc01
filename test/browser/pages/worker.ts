import { type Report, report, type Work } from './report.ts'

const scope = globalThis as unknown as {
  onmessage: (event: { readonly data: { readonly work: Work; readonly kernels?: object } }) => void
  postMessage(message: Report | { readonly failure: string }): void
}

scope.onmessage = ({ data: { work, kernels } }) => {
  report(work, kernels).then(
    (found) => scope.postMessage(found),
    (error: unknown) =>
      scope.postMessage({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  )
}
