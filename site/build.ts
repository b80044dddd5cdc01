// Builds the site: `npm run site`. `npm run site -- --serve` builds it and shows it on a loopback port.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'vitepress'
import { siteFolders } from './folders.ts'
import { packArtifacts } from './gather/artifacts.ts'
import { gatherDocuments } from './gather/documents.ts'
import { gatherExamples } from './gather/examples.ts'
import { gatherHome } from './gather/home.ts'
import { gatherHttpApi } from './gather/http-api.ts'
import { writePromisePage } from './gather/promises.ts'
import { writeRecordPage } from './gather/record.ts'
import { gatherTournaments } from './gather/tournaments.ts'
import { serveFiles } from './serve.ts'

const { values } = parseArgs({ options: { serve: { type: 'boolean' }, port: { type: 'string', default: '4173' } } })

const { repository, site, pages, output } = siteFolders()
await rm(pages, { recursive: true, force: true })
const api = fork(join(site, 'gather/api-child.ts'), [repository, pages])
const apiExit = once(api, 'exit')
await gatherDocuments(repository, pages)
await gatherHome(repository, pages)
await gatherHttpApi(repository, pages)
await packArtifacts(repository, pages)
await gatherTournaments(repository, pages)
await writeRecordPage(repository, pages)
await gatherExamples(repository, pages)
const [code] = await apiExit
if (code !== 0) throw new Error('the TypeScript reference was not written')
await writePromisePage(repository, pages)
await build(site)
console.log(`The site is in ${output}`)
if (values.serve) {
  const server = createServer(serveFiles(output)).listen(Number(values.port), '127.0.0.1')
  await once(server, 'listening')
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
}
