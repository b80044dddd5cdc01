import { cyclesOf, readHouses } from './arrows.ts'

// npm run arrows: prints which rooms of each package import which, and every cycle.
for (const house of readHouses()) {
  console.log(house.path)
  for (const [room, targets] of house.arrows) {
    if (targets.size > 0) console.log(`  ${room} → ${[...targets].sort().join(' ')}`)
  }
  const cycles = cyclesOf(house)
  for (const cycle of cycles) console.log(`  CYCLE ${cycle.join(' ')}`)
  if (cycles.length === 0) console.log('  no cycle')
}
