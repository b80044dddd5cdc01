// Preloaded into the server: on SIGUSR2 it collects garbage and prints the memory.
process.on('SIGUSR2', () => {
  globalThis.gc()
  process.stdout.write(`memory ${JSON.stringify(process.memoryUsage())}\n`)
})
