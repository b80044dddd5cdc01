import { type StandIn, startStandIn } from './stand-in.ts'

export interface FakeFiles extends StandIn {
  /** Files by path; a test may change them. */
  files: Record<string, string>
}

/** Starts a server of files with tags. */
export async function startFakeFiles(files: Record<string, string>): Promise<FakeFiles> {
  const standIn = await startStandIn(({ url, headers }, response) => {
    const content = fake.files[url.pathname]
    if (content === undefined) return void response.writeHead(404).end('not found')
    const etag = `"${content.length}"`
    if (headers['if-none-match'] === etag) return void response.writeHead(304).end()
    response.writeHead(200, { 'content-type': 'text/csv', etag }).end(content)
  })
  const fake: FakeFiles = Object.assign(standIn, { files })
  return fake
}
