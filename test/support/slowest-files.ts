import type { Reporter, TestModule } from 'vitest/node'

const shown = 10

/** Lists the slowest test files at the end of a run, by the time to set up, import and test each. */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length <= shown) return
    const slowest = modules.map((module) => ({ module, ms: spentMs(module) })).sort((a, b) => b.ms - a.ms)
    const lines = slowest
      .slice(0, shown)
      .map(({ module, ms }) => `${(ms / 1000).toFixed(1).padStart(8)} s  ${module.relativeModuleId}\n`)
    process.stdout.write(`\n Slowest files\n${lines.join('')}`)
  }
}

function spentMs(module: TestModule): number {
  const { setupDuration, collectDuration, duration } = module.diagnostic()
  return setupDuration + collectDuration + duration
}
