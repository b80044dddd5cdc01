import { Client } from 'pg'
import { onSingleSpaces } from './sql-literals.ts'

export interface SqlRecorder {
  /** Everything that the product asked a database so far. */
  readonly statements: ReadonlySet<string>
  /** The next statement with this text in it is carried out, and its answer is lost. */
  loseAnswerOf(part: string): void
  /** The next statement with this text in it finds no database. */
  refuseOnce(part: string): void
  stop(): void
}

type Query = (
  this: Client & { readonly connectionParameters: { readonly application_name?: string } },
  ...args: unknown[]
) => unknown

/** Notes each statement of connections of the product; those of tests have no name. */
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
