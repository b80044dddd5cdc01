import { readFileSync } from 'node:fs'
import { parseAccountConfig } from '@riftline/account'
import { settingsPrefix, settingsVariables } from '@riftline/base/node'
import { expect, it } from 'vitest'
import { accountSettings } from '#account/config.ts'

const server = { dataFolder: 'DATA_DIR', trustedProxies: [] }

/** Defaults in the README by variable name without its prefix; empty when there is none. */
const rows = readRows()

it('the README has a row for every setting of the account page', () => {
  const names = settingsVariables(accountSettings).map((name) => name.replace(settingsPrefix, ''))
  expect([...rows.keys()]).toEqual(names)
})

it('each default in the README equals the setting that the account page has without the variable', () => {
  const { portGiven: _, url, ...bare } = parseAccountConfig({}, server) ?? expect.fail('off')
  expect(url).toBeNull()
  expect(rows.get('ACCOUNT_URL')).toBe('http://127.0.0.1:<port>')
  for (const [name, value] of rows) {
    if (value === '' || name === 'ACCOUNT_URL') continue
    expect(parseAccountConfig({ [`RIFTLINE_${name}`]: value }, server), name).toMatchObject(bare)
  }
})

function readRows(): ReadonlyMap<string, string> {
  const readme = readFileSync('packages/account/README.md', 'utf8')
  const [, section = ''] = readme.split('\n## Settings\n')
  const table = section
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('|'))
  const cells = table.slice(2).map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
  return new Map(cells.map(([, name = '', value = '']) => [name, value]))
}
