/**
 * @typedef {object} ChaosOptions
 * @property {() => number} random in [0, 1)
 * @property {(ms: number) => Promise<unknown>} wait
 * @property {() => boolean} isOver
 */

/**
 * Lets the league go on, and now and then the line fail: connections break, the server restarts, its clock is set, it forgets its
 * changes, a proxy holds streams back. Resolves with the number of each fault.
 * @param {import('./serve.js').League} league
 * @param {Awaited<ReturnType<typeof import('./serve.js').serveLeague>>} standIn
 * @param {ChaosOptions} options
 */
export async function startChaos(league, standIn, { random, wait, isOver }) {
  const counts = { steps: 0, drops: 0, restarts: 0, clocks: 0, forgotten: 0, renewed: 0, buffered: 0 }
  standIn.faultRate = 0.05
  while (!isOver()) {
    await wait(random() * 400)
    league.step()
    counts.steps += 1
    const chance = random()
    if (chance < 0.03) {
      counts.drops += 1
      standIn.drop()
    } else if (chance < 0.05) {
      counts.restarts += 1
      await standIn.restart(() => wait(random() * 1500), random() < 0.5)
    } else if (chance < 0.06) {
      counts.clocks += 1
      league.skew((random() - 0.5) * 7_200_000)
    } else if (chance < 0.065) {
      counts.forgotten += 1
      league.forget()
    } else if (chance < 0.068) {
      counts.renewed += 1
      league.renew()
      standIn.drop()
    } else if (chance < 0.072) {
      counts.buffered += 1
      standIn.isBuffering = !standIn.isBuffering
      standIn.drop()
    }
  }
  standIn.faultRate = 0
  standIn.isBuffering = false
  return counts
}
