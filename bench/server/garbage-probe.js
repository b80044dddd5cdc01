import { GCProfiler } from 'node:v8'

// Preloaded into a server. SIGUSR2 starts to observe garbage collections; the next SIGUSR2 prints the bytes allocated in between.
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
