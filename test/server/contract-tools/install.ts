import { mkdirSync, writeFileSync } from 'node:fs'
import { runProgram } from '../../../bench/trees/peers/run-program.ts'
import { inTools, tools } from './tools.ts'

// npm run contract-tools: installs the tools, 140 MB, in test/.cache. The tests beside this file run only if they are there.
mkdirSync(inTools(''), { recursive: true })
writeFileSync(inTools('package.json'), `${JSON.stringify({ private: true, type: 'module', dependencies: tools })}\n`)
await runProgram('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'], {
  folder: inTools(''),
})
