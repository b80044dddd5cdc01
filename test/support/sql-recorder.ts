import { Client } from 'pg'
import { onSingleSpaces } from './sql-literals.ts'

export interface SqlRecorder {
  /** Statements that the product has sent to a database so far. */
  readonly statements: ReadonlySet<string>
  /** Runs the next statement that contains this text, and loses its answer. */
  loseAnswerOf(part: string): void
  /** Makes the next statement that contains this text find no database. */
  refuseOnce(part: string): void
  stop(): void
}

type Query = (
  this: Client & { readonly connectionParameters: { readonly application_name?: string } },
  ...args: unknown[]
) => unknown

/** Records each statement of the product's connections, which have a name; connections of tests have none. */
export function recordSql(): SqlRecorder {
  const statements = new Set<string>()
  const prototype = Client.prototype as unknown as { query: Query }
  const { query } = prototype
  let lost: string | null = null
  let refused: string | null = null
  prototype.query = function (...args) {
    const [first] = args
    const text = typeof first === 'string' ? first : (Object(first) as { readonly text?: string }).text
    if (text === undefined || this.connectionParameters.application_name !== 'riftline') return query.apply(this, args)
    statements.add(onSingleSpaces(text))
    if (refused !== null && text.includes(refused)) {
      refused = null
      return Promise.reject(new Error('the line broke before the statement'))
    }
    if (lost === null || !text.includes(lost)) return query.apply(this, args)
    lost = null
    return Promise.resolve(query.apply(this, args)).then(() => {
      throw new Error('the line broke behind the statement')
    })
  }
  return {
    statements,
    loseAnswerOf(part) {
      lost = part
    },
    refuseOnce(part) {
      refused = part
    },
    stop() {
      prototype.query = query
    },
  }
}
