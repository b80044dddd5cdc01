import { type Operation, operations } from '@riftline/server/openapi'
import { createToolSchemas, type ObjectSchema, type ToolSchemas } from './schemas.ts'

/** One operation of the contract, as an agent calls it. */
export interface McpTool {
  readonly operation: Operation
  /** Fields that are sent with every call. */
  readonly fixed: Readonly<Record<string, unknown>>
  readonly definition: ToolDefinition
}

/** What `tools/list` shows. */
export interface ToolDefinition {
  readonly [field: string]: unknown
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: ObjectSchema
  readonly outputSchema?: ObjectSchema
  readonly annotations: Readonly<
    Record<'readOnlyHint' | 'destructiveHint' | 'idempotentHint' | 'openWorldHint', boolean>
  >
}

/** A tool for every operation of the contract that a key opens, and `explain`, which is a prediction that says why. */
export function createTools({ isOffline }: { readonly isOffline: boolean }): readonly McpTool[] {
  const schemas = createToolSchemas()
  return operations.filter(isForTools).flatMap((operation) => {
    const tool = toolOf(operation, schemas, isOffline)
    return operation.id === 'predict' ? [tool, explaining(tool)] : [tool]
  })
}

/** `/usage` is the other name of `/v1/usage`. */
function isForTools({ keyed, path }: Operation): boolean {
  return keyed && path.startsWith('/v1/')
}

function toolOf(operation: Operation, schemas: ToolSchemas, isOffline: boolean): McpTool {
  const name = nameOf(operation)
  // Without a server there is no account to tell of.
  const isUsageOffline = isOffline && operation.tag === 'Account'
  return {
    operation,
    fixed: {},
    definition: {
      name,
      title: titleOf(name),
      description: [
        `${summaries[name] ?? operation.summary}.`,
        isUsageOffline ? 'Here nothing is charged and no key is needed.' : operation.description,
        isOffline ? undefined : priceText(operation.price),
      ]
        .filter(Boolean)
        .join(' '),
      inputSchema: schemas.input(operation),
      ...(isUsageOffline ? {} : { outputSchema: schemas.output(operation) }),
      annotations: {
        readOnlyHint: true,
        destructiveHint: false,
        // A second call to a server may be charged again.
        idempotentHint: isOffline || operation.price === 0,
        openWorldHint: !isOffline,
      },
    },
  }
}

function explaining({ operation, definition }: McpTool): McpTool {
  const { explain: _, ...properties } = definition.inputSchema.properties ?? {}
  return {
    operation,
    fixed: { explain: true },
    definition: {
      ...definition,
      name: 'explain',
      title: 'Explain',
      description: `Why: what ratings, players, models and odds add to the chance of the blue team. ${definition.description}`,
      inputSchema: { ...definition.inputSchema, properties },
    },
  }
}

/** `/v1/predict-draft` is `predict-draft`, `/v1/teams` is `teams`, `/v1/teams/{id}` is `team`. */
function nameOf({ path }: Operation): string {
  const [name = '', id] = path.slice('/v1/'.length).split('/')
  return id === undefined ? name : name.slice(0, -1)
}

/** A summary that leans on the one before it in the contract. */
const summaries: Readonly<Record<string, string>> = {
  'predict-draft': 'Chances of both teams to win a series, with the picks of both teams',
}

function titleOf(name: string): string {
  const words = name.replaceAll('-', ' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

function priceText(price: Operation['price']): string {
  if (price === 0) return 'Free.'
  if (typeof price === 'number') return `Costs ${price} ${price === 1 ? 'credit' : 'credits'}.`
  return `Costs credits: ${Object.entries(price)
    .map(([choice, credits]) => `${choice} ${credits}`)
    .join(', ')}.`
}
