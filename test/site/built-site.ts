import { execFileSync } from 'node:child_process'
import { renameSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { serveFiles } from '../../site/serve.ts'
import { oncePerRun } from '../support/once-per-run.ts'

const root = new URL('../..', import.meta.url).pathname
const nameOf = (pid: number): string => `.build-test-${pid}`

/** Folder of the site, built by the first test of a run that asks for it, or given as SITE while one works on a test. */
export function builtSite(): string {
  const given = process.env.SITE
  if (given !== undefined) return given
  const name = nameOf(process.ppid)
  const folder = join(root, 'site', name)
  oncePerRun(folder, () => {
    const unfinished = `${name}-unfinished`
    const env = { ...process.env, SITE_BUILD: unfinished }
    execFileSync('npm', ['run', 'site', '--silent'], { cwd: root, env, stdio: 'pipe' })
    renameSync(join(root, 'site', unfinished), folder)
  })
  return join(folder, 'dist')
}

/** Removes an old site, once for the whole run: tests run in child processes of this one. */
export function setup(): void {
  rmSync(join(root, 'site', nameOf(process.pid)), { recursive: true, force: true })
}

export const teardown: () => void = setup

export interface SiteServer {
  /** Address of the first page, which is in a folder of the host. */
  readonly home: string
  /** Paths that were asked for, in order. */
  readonly requested: readonly string[]
  close(): void
}

/** Serves the site from a folder of a host. */
export async function serveSite(path = '/some/folder/'): Promise<SiteServer> {
  const folder = builtSite()
  const requested: string[] = []
  const answer = serveFiles(folder, path)
  const server = createServer((request, response) => {
    requested.push(new URL(request.url ?? '/', 'http://localhost').pathname)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    home: `http://127.0.0.1:${port}${path}`,
    requested,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
