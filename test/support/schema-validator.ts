import { Ajv2020 } from 'ajv/dist/2020.js' // Fastify, a bench peer, brings it

/** A validator of JSON Schema 2020-12 for schemas that are used a few times: what optimizes them would take longer than it saves. */
export function schemaValidator(): Ajv2020 {
  return new Ajv2020({ strict: false, validateFormats: false, inlineRefs: false, code: { optimize: false } })
}
