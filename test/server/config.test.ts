import { defaultConfig, parseConfig } from '@riftline/server'
import { expect, test } from 'vitest'

test('an empty environment gives the defaults', () => {
  expect(parseConfig({ PATH: '/bin' })).toEqual(defaultConfig)
})

test('variables with the prefix are read', () => {
  const env = { RIFTLINE_HOST: '::1', RIFTLINE_PORT: '0', RIFTLINE_DATA_DIR: '/d', RIFTLINE_ARTIFACTS_DIR: '/a' }
  expect(parseConfig(env)).toMatchObject({ host: '::1', port: 0, dataFolder: '/d', artifactsFolder: '/a' })
})

test.each([
  ['RIFTLINE_PROT', '1', 'RIFTLINE_PROT: unknown variable'],
  ['RIFTLINE_', '1', 'RIFTLINE_: unknown variable'],
  ['RIFTLINE_constructor', '1', 'RIFTLINE_constructor: unknown variable'],
  ['RIFTLINE_PORT', '65536', 'RIFTLINE_PORT: expected an integer from 0 to 65535, got "65536"'],
  ['RIFTLINE_PORT', '80a', 'RIFTLINE_PORT: expected an integer from 0 to 65535, got "80a"'],
  ['RIFTLINE_PORT', '', 'RIFTLINE_PORT: expected an integer from 0 to 65535, got ""'],
  ['RIFTLINE_HOST', '', 'RIFTLINE_HOST: expected a host name or address, got ""'],
])('%s=%s is refused', (name, value, message) => {
  expect(() => parseConfig({ [name]: value })).toThrow(message)
})
