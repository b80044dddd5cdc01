// Copies the page and the models to a folder for a web server.
import { cpSync, mkdirSync, rmSync } from 'node:fs'

const site = new URL('site/', import.meta.url)
const manifest = import.meta.resolve('@riftline/artifacts/manifest.json')

rmSync(site, { recursive: true, force: true })
mkdirSync(site)
cpSync(new URL('index.html', import.meta.url), new URL('index.html', site))
cpSync(new URL('.', manifest), new URL('artifacts/', site), { recursive: true })
