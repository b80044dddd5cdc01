import { Absent } from '../contestants/contestant.ts'
import { contestants } from '../contestants/contestants.ts'
import { readRows } from '../float-file.ts'
import type { Problem } from '../problem.ts'
import { createAsyncPasses } from './async-passes.ts'
import { createPasses } from './passes.ts'
import { type Passes, serve } from './serve.ts'

// Runs the process of one JavaScript contestant: main.ts NAME PROBLEM. Its first line is `ready FACTS` or `absent REASON`.
const [name, problemText = ''] = process.argv.slice(2)
const problem: Problem = JSON.parse(problemText)

try {
  const contestant = contestants.find((candidate) => candidate.name === name)
  if (contestant?.language !== 'javascript') throw new Error(`no JavaScript contestant ${name}`)
  const scorer = await contestant.prepare(problem)
  const facts = scorer.isAsync ? {} : (scorer.facts ?? {})
  const passes: Passes = scorer.isAsync
    ? createAsyncPasses(scorer, problem)
    : createPasses(scorer, readRows(problem.rows, problem.count, problem.features), problem)
  process.stdout.write(`ready ${JSON.stringify(facts)}\n`)
  await serve(passes)
} catch (error) {
  if (!(error instanceof Absent)) throw error
  process.stdout.write(`absent ${error.message}\n`)
}
