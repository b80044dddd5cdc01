import type { CliIo } from '../cli-io.ts'

/** Requests to take the artifacts anew: those from before there is a server wait for it. */
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
