import { Ajv2020 } from 'ajv/dist/2020.js' // installed with Fastify, a peer of the bench

/** Creates a validator of JSON Schema 2020-12 for schemas with few uses: to optimize them would take longer than it saves. */
export function schemaValidator(): Ajv2020 {
  return new Ajv2020({ strict: false, validateFormats: false, inlineRefs: false, code: { optimize: false } })
}
