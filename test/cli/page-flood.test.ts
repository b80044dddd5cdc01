import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { runsAll } from '../support/amount.ts'
import { keyIn, started } from '../support/serve-in-process.ts'
import { until } from '../support/server.ts'
import { matchBody } from '../support/server-catalogue.ts'
import { open } from '../support/server-raw.ts'

it.runIf(runsAll)('a flood of page requests is shed while a paid call is answered', async () => {
  const root = mkdtempSync(join(tmpdir(), 'riftline-flood-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const { output, url } = await started({
    args: ['--port', '0', '--data', join(root, 'data')],
    env: { RIFTLINE_OPS_PORT: 'any', RIFTLINE_ACCOUNT_PORT: 'any' },
  })
  const [, page = ''] = /^account page on (\S+)$/m.exec(output.stdout) ?? []
  await until(() => keyIn(output.stdout) !== '')
  const { host, port } = new URL(page)
  const sockets = await Promise.all(Array.from({ length: 8 }, () => open(Number(port))))
  const received = sockets.map((socket) => {
    let text = ''
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk
    })
    return () => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))
  })
  for (const socket of sockets) socket.write(`GET /sign-in HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(50))
  const headers = { 'X-Api-Key': keyIn(output.stdout), 'Content-Type': 'application/json' }
  const called = await fetch(`${url}/v1/predict`, { method: 'POST', headers, body: JSON.stringify(matchBody) })
  expect(called.status).toBe(200)
  const statuses = () => received.flatMap((ofSocket) => ofSocket())
  await until(() => statuses().length === 400)
  expect([...new Set(statuses())].sort()).toEqual([200, 503])
  expect(await (await fetch(`${page}/healthz`)).text()).toBe('ok')
  for (const socket of sockets) socket.destroy()
})
