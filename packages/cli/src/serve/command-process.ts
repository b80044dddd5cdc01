import { setTimeout as wait } from 'node:timers/promises'
import { createIsBusy } from '@riftline/ledger/file'
import { runYielding } from './yielding-process.ts'

/**
 * Runs a command line with `--json` as a process of its own, so that no request waits for it. Credentials come to it by the environment,
 * where the list of processes does not show them. Beside a busy server it is an idle task.
 *
 * @param command the words before the options: `['odds', 'capture']`
 * @throws Error where it prints no document; its own words are the message
 */
export async function runCommandProcess<Summary>(
  command: readonly string[],
  options: readonly string[],
  signal: AbortSignal,
): Promise<Summary> {
  const words = [process.execPath, ...process.execArgv, process.argv[1] ?? '', ...command, '--json', ...options]
  const { stdout, stderr, code } = await runYielding(words, { signal, isIdleTask: await isBusyNow(signal) })
  try {
    return JSON.parse(stdout)
  } catch {
    throw new Error(`riftline ${command.join(' ')} ended with ${code}: ${stderr.trim()}`)
  }
}

/** Whether the server has much to do in the next second. */
async function isBusyNow(signal: AbortSignal): Promise<boolean> {
  const isBusy = createIsBusy()
  await wait(1000, undefined, { signal })
  return isBusy()
}
