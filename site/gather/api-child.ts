// Writes the TypeScript reference in a process of its own: reading all sources takes as long, and as much memory, as the rest of a build.

import { gatherApi } from './api.ts'

const [, , repository = '', pages = ''] = process.argv
await gatherApi(repository, pages)
