import { mkdirSync, writeFileSync } from 'node:fs'
import { runProgram } from '../../../bench/trees/peers/run-program.ts'
import { inTools, tools } from './tools.ts'

// npm run contract-tools: puts the tools into test/.cache, 140 MB from the registry that npm is set to. The tests beside this file run where they are.
mkdirSync(inTools(''), { recursive: true })
writeFileSync(inTools('package.json'), `${JSON.stringify({ private: true, type: 'module', dependencies: tools })}\n`)
await runProgram('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'], {
  folder: inTools(''),
})
