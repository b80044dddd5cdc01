import { forecasts } from './forecasts.ts'

/** Fetches the artifacts folder file by file, forecasts, and posts the forecasts. */
const paths = (await (await fetch('/paths.json')).json()) as readonly string[]
const answer = await Promise.all(
  paths.map(async (path) => [path, new Uint8Array(await (await fetch(`/artifacts/${path}`)).arrayBuffer())] as const),
)
  .then((files) => forecasts(Object.fromEntries(files)))
  .catch((error: unknown) => String(error))
await fetch('/report', { method: 'POST', body: JSON.stringify(answer) })
