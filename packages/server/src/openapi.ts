export { createOpenApi, type OpenApiDocument } from './contract/openapi.ts'
