import { chooseProblems, isComplete, readOptions } from './trees/options.ts'
import { describeRun } from './trees/report/machine.ts'
import { reportText } from './trees/report/report-text.ts'
import { writeReport } from './trees/report/write-report.ts'
import { runAll } from './trees/run-all.ts'

// Tree models: riftline's engines and others score the same models and rows.
//
//   npm run bench -- trees [--quick] [--model NAME] [--rounds N]
//
//   cases/        models, how they are trained, and the rows that are scored
//   contestants/  one file for each way to score: riftline, LightGBM, lleaves, C++, ONNX Runtime, plain JavaScript
//   child/        every contestant runs in a process of its own and makes a pass over all rows on command
//   measure/      answers are compared first; then rounds in which all take a turn
//   models/       a LightGBM dump as C++, JavaScript functions, ONNX and model.txt
//   native/       C and C++ around native contestants
//   peers/        npm run bench:peers trains the models and installs missing contestants
//   plain/        the walk over parsed JSON: slowest contestant, and the answer for the shipped models
//   report/       tables, README.md and trees.svg
const options = readOptions(process.argv.slice(3))
const problems = chooseProblems(options)
const results = await runAll(problems, options)
const run = describeRun(['npm run bench --', ...process.argv.slice(2)].join(' '))
if (isComplete(options, problems)) writeReport(results, run)
else process.stdout.write(`\n${reportText(results, run)}`)
