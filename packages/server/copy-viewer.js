// Puts the viewer of the reference beside the built code: users install neither its source maps nor its install script.

import { copyFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const { resolve } = createRequire(import.meta.url)
const files = {
  'swagger-ui-bundle.js': 0,
  'swagger-ui.css': 0,
  LICENSE: 'swagger-ui-LICENSE',
  NOTICE: 'swagger-ui-NOTICE',
}
for (const [name, copy] of Object.entries(files)) {
  copyFileSync(resolve(`swagger-ui-dist/${name}`), new URL(`dist/${copy || name}`, import.meta.url))
}
