#!/usr/bin/env node
// Committed, since npm links a command only when its file is there at install time; the code behind it is built.
import { existsSync } from 'node:fs'

const main = new URL('../dist/main.js', import.meta.url)
if (existsSync(main)) await import(main.href)
else {
  process.stderr.write('riftline: not built yet; run npm run build\n')
  process.exitCode = 1
}
