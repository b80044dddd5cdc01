import type { Log, Timers } from '@riftline/base/node'
import type { ServerConfig } from '../config.ts'
import type { Metrics } from '../observe/metrics.ts'
import { folderIdentity, servedFolder } from '../serving/folder-identity.ts'
import { loadServing } from '../serving/load-serving.ts'
import { readLogosFile } from '../serving/logos-file.ts'
import { createReloader } from '../serving/reload.ts'
import { type CurrentServing, withListedLogos } from '../serving/serving.ts'
import { watchArtifacts } from '../serving/watch-artifacts.ts'

interface Parts {
  readonly config: ServerConfig
  readonly log: Log
  readonly metrics: Metrics
  readonly timers: Timers
}

/** Loads the artifacts of a configuration, and again whenever their folder changes. @throws RiftlineError `artifacts_unusable`, `artifact_missing` */
export async function openLocalServing({ config, log, metrics, timers }: Parts): Promise<{
  readonly serving: CurrentServing
  stop(): void
}> {
  const folder = servedFolder(config.artifactsFolder)
  const identity = (): Promise<string> => folderIdentity(folder())
  const listed = (): ReturnType<typeof readLogosFile> => readLogosFile(config.dataFolder, log)
  const loaded = await identity()
  const first = await loadServing(folder(), config, null, Promise.resolve())
  if (first === null) throw new Error('the artifacts were not loaded')
  const serving: CurrentServing = { current: withListedLogos(first, null, await listed()) ?? first }
  const reloader = createReloader({
    serving,
    identity,
    log,
    metrics,
    load: async (known) => withListedLogos(serving.current, await loadServing(folder(), config, known), await listed()),
  })
  const { stop } = watchArtifacts({
    folder: folder(),
    loaded,
    identity,
    timers,
    onChange: () => reloader.reload('folder'),
  })
  return { serving, stop }
}
