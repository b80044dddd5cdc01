import { readFileSync } from 'node:fs'
import { parseConfig } from '@riftline/server'
import { expect, it } from 'vitest'
import { settingsOfDeploy } from '../package/readme-examples.ts'

// A unit that forbids what its program writes fails only when it runs, so folders and users must agree in all documents.

const documents = ['deploy.md', 'keep-fresh.md', 'public-installation.md'].map((name) =>
  readFileSync(`docs/${name}`, 'utf8'),
)
const blocks = documents.flatMap((text) => [...text.matchAll(/^```ini\n([^`]+)^```/gm)].map(([, block = '']) => block))
const services = blocks.filter((block) => block.includes('ExecStart='))
const settings = new Map(
  blocks.flatMap((block) =>
    [...block.matchAll(/^(RIFTLINE_\w+_DIR)=(.+)$/gm)].map(([, name, value]) => [`${name}=${value}`, value ?? '']),
  ),
)

it('every unit runs the installed program as one user that may write only to one state directory', () => {
  expect(services).toHaveLength(3)
  for (const unit of services) {
    expect(unit).toMatch(/^User=riftline$/m)
    expect(unit).toMatch(/^StateDirectory=riftline$/m)
    expect(unit).toMatch(/^WorkingDirectory=\/var\/lib\/riftline$/m)
    expect(unit).toMatch(/^EnvironmentFile=\/etc\/riftline\/riftline\.env$/m)
    expect(unit).toMatch(/^ExecStart=(?:\S+ )*\/opt\/riftline\/node_modules\/\.bin\/riftline /m)
    expect(unit).toMatch(/^ProtectSystem=strict$/m)
  }
})

it('data and artifacts are inside the state directory in every document, because a sync writes beside them', () => {
  expect([...settings.keys()].sort()).toEqual([
    'RIFTLINE_ARTIFACTS_DIR=/var/lib/riftline/artifacts',
    'RIFTLINE_DATA_DIR=/var/lib/riftline',
  ])
  for (const text of documents) expect(text).not.toMatch(/\/srv\/riftline|\/opt\/riftline\/artifacts/)
})

it('the server accepts every variable of the environment in docs/deploy.md', () => {
  const settings = settingsOfDeploy()
  expect(Object.keys(settings)).toContain('RIFTLINE_ACCOUNT_PORT')
  expect(parseConfig(settings)).toMatchObject({ dataFolder: '/var/lib/riftline' })
  expect(() => parseConfig({ ...settings, RIFTLINE_ACOUNT_PORT: '0' })).toThrow('RIFTLINE_ACOUNT_PORT')
})
