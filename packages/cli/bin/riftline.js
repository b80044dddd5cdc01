#!/usr/bin/env -S node --max-semi-space-size=64
// A larger young generation: a server's garbage dies young, and collecting it took a tenth of its time.
// Committed, since npm links a command only when its file is there at install time; the code behind it is built.
import { existsSync } from 'node:fs'

const main = new URL('../dist/main.js', import.meta.url)
if (existsSync(main)) await import(main.href)
else {
  process.stderr.write('riftline: not built yet; run npm run build\n')
  process.exitCode = 1
}
