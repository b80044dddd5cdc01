import { answerJobs } from '@riftline/base/node'
import { completeTally } from '../simulate/rare-runs.ts'
import { createBlocks } from '../simulate/simulate.ts'
import type { TournamentJob, TournamentTask } from './tournament-pool.ts'

// Worker thread of a tournament pool: prepares a task once, then simulates the blocks that it is sent.

let prepared: { readonly task: TournamentTask; readonly tallyOf: ReturnType<typeof createBlocks> } | null = null

answerJobs((job: TournamentJob) => {
  if (job.kind === 'task') {
    prepared = { task: job.task, tallyOf: createBlocks(job.task.plan, job.task.strengths, job.task.options) }
    return undefined
  }
  const { task, tallyOf } = prepared!
  if (job.kind === 'blocks') return tallyOf(job.firstBlock, job.blocks)
  return completeTally(task.plan, task.strengths, job.tally, task.options.seed)
})
