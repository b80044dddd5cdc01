import { parseConfig, startServer } from '@riftline/server'

/** A whole server over a data folder, or over a database and a folder of its own. It states its port. */
const [dataFolder = '', artifactsFolder = '', databaseUrl = ''] = process.argv.slice(2)

const settings = {
  ...{ DATA_DIR: dataFolder, ARTIFACTS_DIR: artifactsFolder, PORT: '0', OPS_PORT: '0', DEMO: 'off' },
  ...{ RATE_PER_MINUTE: '100000', ...(databaseUrl !== '' && { STORE: 'postgres', DATABASE_URL: databaseUrl }) },
}
const env = Object.fromEntries(Object.entries(settings).map(([name, value]) => [`RIFTLINE_${name}`, value]))
const server = await startServer(parseConfig(env))
process.send?.({ port: Number(new URL(server.baseUrl).port) })
process.on('SIGTERM', () => void server.stop().then(() => process.disconnect()))
