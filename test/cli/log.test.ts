import { randomBytes } from 'node:crypto'
import type { LogEntry } from '@riftline/base/node'
import { createApiKey } from '@riftline/server'
import { expect, it } from 'vitest'
import { createLog } from '#cli/serve/log.ts'

/** Lines that a server writes to its log for the given entries. */
function written(entries: readonly LogEntry[]): string {
  let text = ''
  const io = {
    env: {},
    stdout: () => {},
    stderr: (lines: string) => {
      text += lines
    },
    onStop: () => () => {},
  }
  const { log, flush } = createLog(io, { logLevel: 'info' })
  entries.forEach(log)
  flush()
  return text
}

it('a key in any field of a log entry is cut to its public part', () => {
  const { key, id } = createApiKey(randomBytes)
  const other = createApiKey(randomBytes)
  const text = written([
    { level: 'error', event: 'unexpected', error: `cannot use ${key}, nor "${other.key}"`, stack: `at ${key}\n at x` },
    { level: 'info', event: 'request', path: `/v1/${key}/x`, fields: { deep: [other.key] } },
  ])
  expect(text).not.toContain(key.slice(17))
  expect(text).not.toContain(other.key.slice(17))
  const [first, second] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(first).toMatchObject({
    error: `cannot use rl_live_${id}_..., nor "rl_live_${other.id}_..."`,
    stack: `at rl_live_${id}_...\n at x`,
  })
  expect(second).toMatchObject({ path: `/v1/rl_live_${id}_.../x`, fields: { deep: [`rl_live_${other.id}_...`] } })
})

it('a log entry without a key is written unchanged', () => {
  const entry = { level: 'warn', event: 'clock_jump', note: 'rl_live_ and rl_test_12345678' } as const
  expect(JSON.parse(written([entry]))).toEqual({ time: expect.any(String), ...entry })
})
