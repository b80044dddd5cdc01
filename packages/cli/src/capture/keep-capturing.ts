import type { SourceTime } from '@riftline/sources'
import { orStopped } from '../io/or-stopped.ts'

/**
 * Rounds in equal steps from the first one on, one at a time: a round that takes longer than a step leaves out those that it covers.
 *
 * @param round is not begun once `stop` is given
 */
export async function keepCapturing(
  round: () => Promise<void>,
  {
    everyMs,
    time,
    stop,
  }: { readonly everyMs: number; readonly time: Pick<SourceTime, 'monotonicMs' | 'wait'>; readonly stop: AbortSignal },
): Promise<void> {
  const firstMs = time.monotonicMs()
  while (!stop.aborted) {
    await round()
    if (stop.aborted) return
    const passedMs = time.monotonicMs() - firstMs
    await orStopped(time.wait(everyMs - (passedMs % everyMs)), stop).catch(whenStopped)
  }

  function whenStopped(error: unknown): void {
    if (!stop.aborted) throw error
  }
}
