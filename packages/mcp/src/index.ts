// Serving the tools

export { type McpPost, type McpReply, openMcpAnswerer } from './answer-post.ts'
export { createLineTransport, type Lines, type LineTransport, serveTools } from './line-transport.ts'
export type { ToolServerDeps } from './tool-server.ts'

// Contract of the tools, and where their answers come from

export {
  type Ask,
  type AskedAnswer,
  type AskedRequest,
  type Backend,
  createOfflineBackend,
  createRemoteBackend,
  type OpenFiles,
} from './backend.ts'
export type { ToolContract, ToolOperation } from './tools.ts'
