import type { RunProgress } from '@riftline/sources'

export interface ProgressBar {
  /** A source is so far. */
  update(source: string, progress: RunProgress): void
  /** Takes the bar off the terminal, where the next line would be. */
  clear(): void
}

const width = 24

/** One bar for sources that are read side by side, drawn over itself: `[######            ] 25 %  leaguepedia 1/4`. */
export function createProgressBar(sources: readonly string[], write: (text: string) => void): ProgressBar {
  const far = new Map<string, RunProgress>()
  let drawn = 0
  const draw = (line: string): void => {
    write(`\r${line.padEnd(drawn)}`)
    drawn = line.length
  }
  return {
    update(source, progress) {
      far.set(source, progress)
      const share = [...far.values()].reduce((sum, { done, of }) => sum + done / of, 0) / sources.length
      const full = '#'.repeat(Math.floor(share * width)).padEnd(width)
      const each = [...far].map(([name, { done, of }]) => `${name} ${done}/${of}`)
      draw(`[${full}] ${Math.floor(share * 100)} %  ${each.join('  ')}`)
    },
    clear() {
      if (drawn > 0) write(`\r${' '.repeat(drawn)}\r`)
      drawn = 0
    },
  }
}
