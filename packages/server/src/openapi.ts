// Contract of the API: its OpenAPI document, and the operations and schemas that it is made of

export type { JsonSchema } from './contract/components.ts'
export { componentSchemas, requestObjects } from './contract/components.ts'
export { createOpenApi, type OpenApiDocument } from './contract/openapi.ts'
export { type Body, type ContractOperation, operations } from './contract/operations.ts'
export { type ParameterObject, parameterObjects } from './contract/parameters.ts'
