// Preload for a process: sets its wall clock off by CLOCK_OFFSET_MS, from the start or, with CLOCK_JUMPS=on-signal,
// from one SIGUSR2 to the next.
const right = Date.now
const offset = Number(process.env.CLOCK_OFFSET_MS ?? 0)
const onSignal = process.env.CLOCK_JUMPS === 'on-signal'
let isOff = !onSignal
Date.now = () => right() + (isOff ? offset : 0)
if (onSignal) {
  process.on('SIGUSR2', () => {
    isOff = !isOff
    process.stderr.write(`the clock is ${isOff ? 'off' : 'right'}\n`)
  })
}
