import type { RunProgress } from '@riftline/sources'

export interface ProgressBar {
  /** Shows a source that has just been asked. */
  start(source: string): void
  /** Shows the progress of a source. */
  update(source: string, progress: RunProgress): void
  /** Removes the bar from the terminal before another line is printed. */
  clear(): void
}

const width = 24

/** Creates one bar for sources that are read concurrently: `[######            ] 25 %  leaguepedia 1/4`. */
export function createProgressBar(sources: readonly string[], write: (text: string) => void): ProgressBar {
  const far = new Map<string, RunProgress>()
  let drawn = 0
  const draw = (line: string): void => {
    write(`\r${line.padEnd(drawn)}`)
    drawn = line.length
  }
  function update(source: string, progress: RunProgress): void {
    far.set(source, progress)
    const share = [...far.values()].reduce((sum, { done, of }) => sum + done / of, 0) / sources.length
    const full = '#'.repeat(Math.floor(share * width)).padEnd(width)
    const each = [...far].map(([name, { done, of }]) => (done === 0 ? name : `${name} ${done}/${of}`))
    draw(`[${full}] ${Math.floor(share * 100)} %  ${each.join('  ')}`)
  }
  return {
    start: (source) => update(source, { done: 0, of: 1 }),
    update,
    clear() {
      if (drawn > 0) write(`\r${' '.repeat(drawn)}\r`)
      drawn = 0
    },
  }
}
