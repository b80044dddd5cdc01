import { RiftlineError } from '@riftline/core'
import type { App } from '../app.ts'
import type { RandomBytes } from '../auth/base62.ts'
import type { Clock } from '../clock.ts'
import type { ServerConfig } from '../config.ts'
import { type Listening, listen } from '../listen.ts'
import type { Log } from '../observe/log.ts'
import type { Metrics } from '../observe/metrics.ts'

export interface ListenOperatorsDeps {
  readonly app: App
  readonly config: ServerConfig
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  readonly log: Log
  readonly metrics: Metrics
}

/**
 * Puts the operators' app on its port, with the same switches as the public one; null when it is switched off. The default
 * port gives way to any free one when it is taken, so that two servers run side by side; a port that somebody asked for
 * does not.
 *
 * @throws RiftlineError `cannot_listen`
 */
export async function listenOperators({ config, ...deps }: ListenOperatorsDeps): Promise<Listening | null> {
  const { opsHost: host, opsPort, opsPortGiven } = config
  if (opsPort === null) return null
  const on = (port: number): Promise<Listening> => listen({ ...deps, config: { ...config, host, port } })
  try {
    return await on(opsPort)
  } catch (cause) {
    if (!(cause instanceof RiftlineError)) throw cause
    if (!opsPortGiven && isTaken(cause)) return on(0)
    throw new RiftlineError('cannot_listen', `${cause.message} (RIFTLINE_OPS_HOST, RIFTLINE_OPS_PORT)`, { cause })
  }
}

function isTaken({ cause }: RiftlineError): boolean {
  return (cause as NodeJS.ErrnoException | undefined)?.code === 'EADDRINUSE'
}
