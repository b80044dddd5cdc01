import type { CliIo } from '../io/cli-io.ts'

/** Requests to reload the artifacts. Those that come before the server runs wait for it. */
export interface ReloadRequests {
  startWith(reload: () => void): void
  forget(): void
}

export function holdReloads(io: CliIo): ReloadRequests {
  let isWaiting = false
  let reload = (): void => {
    isWaiting = true
  }
  const forget = io.onReload?.(() => reload())
  return {
    startWith(now) {
      reload = now
      if (isWaiting) now()
    },
    forget: () => forget?.(),
  }
}
