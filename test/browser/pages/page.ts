import { type Report, report, type Work } from './report.ts'

/** Place and input of a case; the server writes it into the page. */
export interface PageCase {
  readonly name: string
  readonly worker: boolean
  /** Whether a frame compiles the kernels, for a page whose policy forbids that. */
  readonly module: boolean
}

interface Frame {
  src: string
  onload: () => void
  readonly contentWindow: { readonly kernels: Promise<object> }
}

interface WorkerLike {
  onmessage: (event: { readonly data: Report | { readonly failure: string } }) => void
  onerror: (event: { readonly message: string }) => void
  postMessage(message: unknown): void
}

const { document, location, Worker } = globalThis as unknown as {
  readonly document: {
    readonly body: { readonly dataset: { readonly case: string }; append(child: Frame): void }
    createElement(name: 'iframe'): Frame
  }
  readonly location: { assign(path: string): void }
  readonly Worker: new (path: string, options: { readonly type: 'module' }) => WorkerLike
}

/** Kernels compiled in a frame of the same origin without a policy. */
function moduleOfFrame(): Promise<object> {
  const frame = document.createElement('iframe')
  frame.src = '/compile.html'
  return new Promise((resolve) => {
    frame.onload = () => resolve(frame.contentWindow.kernels)
    document.body.append(frame)
  })
}

function reportOfWorker(name: string, work: Work, kernels: object | undefined): Promise<Report> {
  const worker = new Worker(`/worker-${name}.js`, { type: 'module' })
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => ('failure' in data ? reject(new Error(data.failure)) : resolve(data))
    worker.onerror = ({ message }) => reject(new Error(message))
    worker.postMessage({ work, kernels })
  })
}

async function run({ name, worker, module }: PageCase): Promise<Report> {
  const work = (await (await fetch('/work.json')).json()) as Work
  const kernels = module ? await moduleOfFrame() : undefined
  return worker ? await reportOfWorker(name, work, kernels) : await report(work, kernels)
}

/** Posts the report, then opens the path that the server answers with. */
const mine = JSON.parse(document.body.dataset.case) as PageCase
const result = await run(mine).catch((error: unknown) => ({
  failure: error instanceof Error ? (error.stack ?? error.message) : String(error),
}))
const next = await fetch(`/report/${mine.name}`, { method: 'POST', body: JSON.stringify(result) })
const path = await next.text()
if (path !== '') location.assign(path)
