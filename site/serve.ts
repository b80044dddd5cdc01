import { createReadStream, existsSync, statSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { extname, join, normalize } from 'node:path'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/**
 * Answers with the files of a site, as the plainest host would: no compression, no headers but the type, and the page of missing addresses.
 *
 * @param base path below which the site stands, with a slash at both ends
 */
export function serveFiles(folder: string, base = '/'): RequestListener {
  return (request, response) => {
    const asked = new URL(request.url ?? '/', 'http://localhost').pathname
    const path = normalize(decodedPath(asked.slice(base.length)))
    const file = join(folder, path, asked.endsWith('/') ? 'index.html' : '')
    const isFound = asked.startsWith(base) && !path.startsWith('..') && existsSync(file) && statSync(file).isFile()
    const sent = isFound ? file : join(folder, '404.html')
    response.writeHead(isFound ? 200 : 404, { 'content-type': types[extname(sent)] ?? 'application/octet-stream' })
    createReadStream(sent).pipe(response)
  }
}

function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return ''
  }
}
