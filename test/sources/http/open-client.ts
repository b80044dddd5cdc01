import { onTestFinished } from 'vitest'
import { createSourceClient, type SourceClient, type SourceClientOptions } from '#sources/http/source-client.ts'
import { createPassingTime, type PassingTime } from '../../support/sources/passing-time.ts'
import { type StandIn, type StandInAnswer, sendJson, startStandIn } from '../../support/sources/stand-in.ts'

export interface OpenClient {
  readonly client: SourceClient
  readonly time: PassingTime
}

/** Opens a client without pauses, in a time that passes only when the client waits. */
export function openClient(options: Partial<SourceClientOptions> = {}): OpenClient {
  const time = createPassingTime()
  const client = createSourceClient({
    userAgent: 'riftline/0.1.0 (mail@invented.example)',
    pauseMs: 0,
    backoffMs: 5000,
    timeoutMs: 60_000,
    deadlineMs: 3_600_000,
    time,
    ...options,
  })
  onTestFinished(() => client.close())
  return { client, time }
}

/** Starts a service that answers `{"ok":true}` unless the test queues other answers. */
export async function openService(
  serve: StandInAnswer = (_request, response) => sendJson(response, { ok: true }),
): Promise<StandIn> {
  const service = await startStandIn(serve)
  onTestFinished(() => service.close())
  return service
}
