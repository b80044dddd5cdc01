import type { Change } from '@riftline/client'
import { run } from 'riftline'
import { describe, expect, it, onTestFinished } from 'vitest'
import { changeOf, frameOf, openChangeServer, sendJson, seqOf, stream } from '../client/support/change-server.ts'

interface Watching {
  readonly code: Promise<number>
  stdout(): string
  stderr(): string
  stop(): void
}

function watch(args: readonly string[], { key = 'rl_live_secret', onLine = (): void => {} } = {}): Watching {
  const output = { stdout: '', stderr: '' }
  const stops = new Set<() => void>()
  const io = {
    env: { RIFTLINE_API_KEY: key },
    stdout: (text: string) => {
      output.stdout += text
      onLine()
    },
    stderr: (text: string) => {
      output.stderr += text
    },
    onStop: (listener: () => void) => {
      stops.add(listener)
      return () => void stops.delete(listener)
    },
  }
  const stop = (): void => {
    for (const listener of stops) listener()
  }
  const code = run(['watch', ...args], io)
  onTestFinished(async () => {
    stop()
    await code
  })
  return { code, stdout: () => output.stdout, stderr: () => output.stderr, stop }
}

describe('riftline watch', () => {
  it('prints a line a change until it is stopped, and ends with 0', async () => {
    const server = await openChangeServer()
    server.log.push(changeOf(1), changeOf(2, { type: 'schedule.added', source: 'a\u202eb' }))
    const watching = watch(['--url', server.baseUrl, '--since', seqOf(0)])
    await expect.poll(() => watching.stdout().split('\n').length).toBe(3)
    watching.stop()
    expect(await watching.code).toBe(0)
    expect(watching.stdout()).toBe(
      '2026-11-28T10:00:07  odds.captured     source=märkt € esportsMatchId=m1 team1Id=1 team2Id=2  0001-abc\n' +
        '2026-11-28T10:00:07  schedule.added    source=a\\u202eb esportsMatchId=m1 team1Id=1 team2Id=2  0002-abc\n',
    )
    expect(watching.stderr()).toBe('')
    await expect.poll(server.open).toBe(0)
  })

  it('--json prints the change itself, and --type may be repeated', async () => {
    const server = await openChangeServer()
    const change: Change = changeOf(1)
    server.log.push(change)
    const args = [
      '--url',
      server.baseUrl,
      '--since',
      seqOf(0),
      '--json',
      '--type',
      'odds.captured',
      '--type',
      'odds.closed',
    ]
    const watching = watch(args)
    await expect.poll(watching.stdout).toBe(`${JSON.stringify(change)}\n`)
    expect(server.requests).toEqual([`/v1/stream?types=odds.captured%2Codds.closed ${seqOf(0)}`])
  })

  it('says on stderr why it connects again, and when', async () => {
    const server = await openChangeServer()
    server.log.push(changeOf(1), changeOf(2))
    server.answers.push(stream(`retry: 100\n${frameOf(changeOf(1))}event: bye\ndata: {}\n\n`, 'end'))
    const watching = watch(['--url', server.baseUrl, '--since', seqOf(0)])
    await expect.poll(() => watching.stdout().split('\n').length).toBe(3)
    expect(watching.stderr()).toBe('riftline watch: the server ended the stream; again in 1 s\n')
  })

  it('names the place to go on from when changes are no longer kept, and ends with 1', async () => {
    const server = await openChangeServer()
    server.answers.push(stream(`event: gone\ndata: {"oldest":"${seqOf(4)}","next":"${seqOf(6)}"}\n\n`))
    const watching = watch(['--url', server.baseUrl, '--since', seqOf(0)])
    expect(await watching.code).toBe(1)
    expect(watching.stderr()).toMatch(/no longer kept.*; --since 0006-abc goes on\n$/)
  })

  it('a refused key ends it with 1, and wrong options with 2, without showing the key', async () => {
    const server = await openChangeServer()
    server.answers.push((response) => sendJson(response, 401, { error: 'invalid_api_key', message: 'no such key' }))
    const refused = watch(['--url', server.baseUrl])
    expect(await refused.code).toBe(1)
    expect(refused.stderr()).toBe('riftline watch: no such key\n')
    const wrong: readonly (readonly [args: readonly string[], code: number, message: string])[] = [
      [['--url', 'ftp://example.org'], 2, '--url: must be an absolute http or https URL'],
      [['--since', 'a b'], 2, '--since: must be the seq of a change'],
      [['--type', 'odds.capturd'], 2, '--type: unknown type "odds.capturd"; did you mean odds.captured?'],
      [['--typ', 'odds.closed'], 2, 'unknown option --typ; did you mean --type?'],
    ]
    for (const [args, code, message] of wrong) {
      const watching = watch(args)
      expect(await watching.code).toBe(code)
      expect(watching.stderr()).toContain(`riftline watch: ${message}\n`)
      expect(watching.stderr()).not.toContain('secret')
    }
    const keyless = watch([], { key: '' })
    expect(await keyless.code).toBe(1)
    expect(keyless.stderr()).toBe('riftline watch: RIFTLINE_API_KEY: expected the key for --url, got none\n')
  })

  it('a reader that stops early, such as head, ends it with 0', async () => {
    const server = await openChangeServer()
    server.log.push(changeOf(1))
    const onLine = (): never => {
      throw Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })
    }
    expect(await watch(['--url', server.baseUrl, '--since', seqOf(0)], { onLine }).code).toBe(0)
    await expect.poll(server.open).toBe(0)
  })
})
