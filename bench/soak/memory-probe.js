// Loaded into the server: tells its memory, after a collection, on SIGUSR2.
process.on('SIGUSR2', () => {
  globalThis.gc()
  process.stdout.write(`memory ${JSON.stringify(process.memoryUsage())}\n`)
})
