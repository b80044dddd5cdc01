import { silentLog, systemClock } from '@riftline/base/node'
import { openOddsStore } from '@riftline/odds'
import { addAll } from './captured.ts'
import { compact } from './history-model.ts'
import { batchOf, compactedAt } from './killed-imports.ts'

// A process that imports batch after batch and compacts after each, for `kill -9`. It tells its parent what is imported.
const [, , dataFolder = '', writer = '', first = ''] = process.argv
const store = await openOddsStore({ dataFolder, clock: systemClock, log: silentLog })
for (let batch = Number(first); ; batch += 1) {
  await addAll(store, batchOf(writer, batch))
  process.send?.(batch)
  await compact(dataFolder, compactedAt)
}
