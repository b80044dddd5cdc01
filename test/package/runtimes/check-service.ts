import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import type { Consumer } from '../packed/pack.ts'
import { type Findings, run } from '../packed/run-tool.ts'
import type { Program } from './runtimes.ts'

const anyPort = { RIFTLINE_PORT: '0', RIFTLINE_OPS_PORT: 'any', RIFTLINE_ACCOUNT_PORT: 'any' }

/** Checks that `riftline serve` starts, answers a paid call and the account page, ends with 0 at SIGTERM, and leaves a sound ledger. */
export async function checkService({ folder }: Consumer, [program, ...words]: Program): Promise<Findings> {
  const empty = mkdtempSync(join(folder, 'empty-'))
  const riftline = [...words, join(folder, 'node_modules/riftline/bin/riftline.js')]
  const child = spawn(program, [...riftline, 'serve'], { cwd: empty, env: { ...process.env, ...anyPort } })
  const output = { stdout: '', stderr: '' }
  const closed = once(child, 'close')
  try {
    const started = new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk) => {
        output.stdout += chunk
        if (/^curl .*\n/m.test(output.stdout)) resolve()
      })
    })
    child.stderr.on('data', (chunk) => {
      output.stderr += chunk
    })
    await Promise.race([started, closed])
    const findings = await callIt(output.stdout)
    child.kill('SIGTERM')
    const [code, signal] = await closed
    if (code !== 0) findings.push(`serve ended with ${signal ?? code} by SIGTERM`)
    const verified = await run(program, [...riftline, 'ledger', 'verify'], empty)
    if (verified.code !== 0) findings.push(verified.output)
    return findings.length === 0 ? [] : [...findings, output.stderr]
  } finally {
    child.kill('SIGKILL')
  }
}

/** Runs the calls that a first start prints; their connections stay open. */
async function callIt(printed: string): Promise<string[]> {
  const [, api] = /^riftline listens on (\S+)/m.exec(printed) ?? []
  const [, page] = /^account page on (\S+)/m.exec(printed) ?? []
  const [key] = /rl_live_\w+/.exec(printed) ?? []
  if (api === undefined || page === undefined) return [`serve did not start: ${printed}`]
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const predicted = await fetch(`${api}/v1/predict`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ blueTeam: 'T1', redTeam: 'Gen.G' }),
  })
  const body = await predicted.text()
  const shown = await fetch(page)
  const html = await shown.text()
  return [
    ...(predicted.status === 200 && body.includes('"calibratedBlueWinProbability"') ? [] : [`predict: ${body}`]),
    ...(shown.status === 200 && html.includes('</html>') ? [] : [`account page: ${shown.status} ${html}`]),
  ]
}
