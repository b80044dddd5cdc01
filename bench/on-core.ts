import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** Whether processes can be kept on one core each here. */
export const canPin: boolean = availableParallelism() > 1 && spawnSync('taskset', ['-V']).status === 0

/** Command kept on one core, if a core is given. */
export function onCore(command: readonly string[], core: string | undefined): readonly string[] {
  return core === undefined ? command : ['taskset', '-c', core, ...command]
}
