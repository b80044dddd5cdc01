import type { Processes, ProcessIdentity } from '#ledger/file/process-identity.ts'

/** Processes of a simulated machine; a process sees those of its namespace. */
export interface Machine {
  /** Starts a process in a namespace. */
  start(pidNamespace?: string): Processes & { readonly end: () => void }
}

export function createMachine(): Machine {
  const living = new Set<string>()
  const nameOf = (pidNamespace: string, pid: number, start: string): string => `${pidNamespace} ${pid} ${start}`
  let started = 0
  return {
    start(pidNamespace = 'host') {
      started += 1
      const self: ProcessIdentity = { pid: started, start: `at ${started}`, boot: 'boot', pidNamespace }
      const own = nameOf(pidNamespace, self.pid, self.start)
      living.add(own)
      return {
        self,
        held: new Set(),
        isAlive: (pid, start) => living.has(nameOf(pidNamespace, pid, start)),
        end: () => living.delete(own),
      }
    },
  }
}
