import { GCProfiler } from 'node:v8'

// Loaded into a server: SIGUSR2 begins to watch collections of garbage, the next one prints what was allocated meanwhile.
let profiler = null
let usedBefore = 0

process.on('SIGUSR2', () => {
  if (profiler === null) {
    profiler = new GCProfiler()
    profiler.start()
    usedBefore = process.memoryUsage().heapUsed
    process.stdout.write('watching garbage\n')
    return
  }
  let used = usedBefore
  let bytes = 0
  for (const { beforeGC, afterGC } of profiler.stop().statistics) {
    bytes += beforeGC.heapStatistics.usedHeapSize - used
    used = afterGC.heapStatistics.usedHeapSize
  }
  profiler = null
  process.stdout.write(`allocated ${bytes + process.memoryUsage().heapUsed - used}\n`)
})
