import express from 'express'
import { createRiftline } from './riftline.js'

const riftline = await createRiftline()
const server = express()

server.get('/', (_request, response) => {
  response.send('A page of your own; forecasts are below /v1.')
})
// riftline needs the whole path, so `use('/v1', …)` would not do. It reads bodies itself: mount it before a body parser.
server.all('/v1/*path', riftline.app)

const listening = server.listen(Number(process.env.PORT ?? 8080), '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (listening.address())
  console.log(`http://127.0.0.1:${port}/v1/teams with X-Api-Key: ${riftline.key}`)
})
process.once('SIGTERM', () => listening.close(() => riftline.credits.close()))
