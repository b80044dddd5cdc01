import { createSerial } from '@riftline/base/node'

/** Runs the tasks of one name, such as an account, one after the other; those of others are not waited for. */
export type InTurn = <T>(name: string, task: () => Promise<T>) => Promise<T>

export function createInTurn(): InTurn {
  const queues = new Map<string, { readonly serial: ReturnType<typeof createSerial>; tasks: number }>()
  return async (name, task) => {
    const queue = queues.get(name) ?? { serial: createSerial(), tasks: 0 }
    queues.set(name, queue)
    queue.tasks++
    try {
      return await queue.serial(task)
    } finally {
      queue.tasks--
      if (queue.tasks === 0) queues.delete(name)
    }
  }
}
