import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bundle } from './bundle.ts'
import type { PageCase } from './pages/page.ts'
import type { Report, Work } from './pages/report.ts'

/** A page with the Content-Security-Policy of the page and its worker. */
export interface PolicyCase extends PageCase {
  readonly policy: string | null
}

export interface PageServer {
  /** URL of the first page; each page posts its report and receives the path of the next one. */
  readonly url: string
  /** Waits for the report of a page. */
  report(name: string): Promise<Report>
  close(): void
}

/** Content of one path with its policy. */
export interface Content {
  readonly type: string
  readonly body: string | Uint8Array
  readonly policy?: string | null
}

export interface LocalServer {
  /** URL without a path. */
  readonly origin: string
  close(): void
}

/** Serves these contents on a loopback port and receives posts. */
export async function serve(
  contents: Readonly<Record<string, Content>>,
  answer: (path: string, posted: string) => string,
): Promise<LocalServer> {
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    if (request.method === 'POST') void receive(request).then((posted) => response.end(answer(path, posted)))
    else send(response, contents[path])
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function receive(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk as Uint8Array)
  return Buffer.concat(chunks).toString()
}

/** Serves the pages. Each posts to /report/NAME and receives the path of the next page, or an empty text after the last. */
export async function servePages(cases: readonly PolicyCase[], work: Work, kernels: Uint8Array): Promise<PageServer> {
  const contents: Record<string, Content> = {
    '/work.json': { type: 'application/json', body: JSON.stringify(work) },
    '/kernels.wasm': { type: 'application/wasm', body: kernels },
    '/compile.html': { type: 'text/html', body: html('{}', 'compile.js') },
    '/compile.js': { type: 'text/javascript', body: await bundle('compile') },
    '/page.js': { type: 'text/javascript', body: await bundle('page') },
  }
  const workerScript = await bundle('worker')
  for (const { policy, ...page } of cases) {
    contents[pathOf(page)] = { type: 'text/html', policy, body: html(JSON.stringify(page), 'page.js') }
    contents[`/worker-${page.name}.js`] = { type: 'text/javascript', policy, body: workerScript }
  }
  const mailbox = createMailbox(cases)
  const { origin, close } = await serve(contents, (path, posted) => {
    const name = path.replace('/report/', '')
    mailbox.put(name, JSON.parse(posted) as Report | { readonly failure: string })
    const next = cases[cases.findIndex((one) => one.name === name) + 1]
    return next === undefined ? '' : pathOf(next)
  })
  return { url: origin + pathOf(cases[0] as PolicyCase), report: mailbox.take, close }
}

function pathOf({ name }: PageCase): string {
  return `/${name}.html`
}

/** HTML of a page that runs a script. */
export function html(data: string, script: string): string {
  const attribute = data.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return `<!doctype html><meta charset="utf-8"><body data-case="${attribute}"><script type="module" src="/${script}"></script>`
}

function send(response: ServerResponse, content: Content | undefined): void {
  if (content === undefined) {
    response.writeHead(404).end()
    return
  }
  const policy = (content.policy ?? null) === null ? {} : { 'content-security-policy': content.policy as string }
  response.writeHead(200, { 'content-type': content.type, ...policy }).end(content.body)
}

interface Mailbox {
  put(name: string, report: Report | { readonly failure: string }): void
  take(name: string): Promise<Report>
}

function createMailbox(cases: readonly PolicyCase[]): Mailbox {
  const put = new Map<string, (report: Report | { readonly failure: string }) => void>()
  const taken = new Map<string, Promise<Report>>()
  for (const { name } of cases) {
    const arrived = new Promise<Report | { readonly failure: string }>((resolve) => put.set(name, resolve))
    taken.set(
      name,
      arrived.then((report) => {
        if ('failure' in report) throw new Error(report.failure)
        return report
      }),
    )
    taken.get(name)?.catch(() => {}) // `take` passes the rejection on
  }
  return {
    put: (name, report) => put.get(name)?.(report),
    take: (name) => taken.get(name) ?? Promise.reject(new Error(`no page ${name}`)),
  }
}
