import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** An SQL text in a source file. */
export interface SqlLiteral {
  readonly file: string
  readonly text: string
  /** Pattern that finds the text in SQL with single spaces; values inserted at run time match anything. */
  readonly pattern: RegExp
}

const verbs =
  /^\s*(--.*\n\s*)*(SELECT|INSERT|UPDATE|DELETE|WITH|LOCK|DECLARE|FETCH|CLOSE|BEGIN|COMMIT|ROLLBACK|ANALYZE|DO|CREATE|ALTER)\b/
const hole = '\u0001'

/** Every text of a source that begins like SQL. */
export function sqlLiterals(file: string): readonly SqlLiteral[] {
  return textsOf(readFileSync(file, 'utf8'))
    .filter((text) => verbs.test(text) && /[a-z(]|^(BEGIN|COMMIT|ROLLBACK)$/.test(text))
    .map((text) => ({ file, text, pattern: patternOf(text) }))
}

export function onSingleSpaces(sql: string): string {
  return sql.replace(/\s+/g, ' ').trim()
}

/** Source files below a folder that contain SQL. */
export function sourcesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name))
    .sort()
}

function patternOf(text: string): RegExp {
  const parts = onSingleSpaces(text).split(hole)
  return new RegExp(parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('[^]*'))
}

/** Texts in quotes and templates, including those inside templates; an expression in a template is a gap. */
function textsOf(source: string): readonly string[] {
  const texts: string[] = []
  let at = 0

  function quoted(quote: string): string {
    let text = ''
    at += 1
    while (at < source.length && source[at] !== quote) {
      if (source[at] === '\\') {
        text += source[at + 1]
        at += 2
      } else if (quote === '`' && source.startsWith('${', at)) {
        at += 2
        code('}')
        text += hole
      } else text += source[at++]
    }
    at += 1
    return text
  }

  /** Reads code up to the closing bracket of its own level. */
  function code(end: string | null): void {
    let depth = 0
    while (at < source.length) {
      const next = source[at] ?? ''
      if (depth === 0 && next === end) {
        at += 1
        return
      }
      if (source.startsWith('//', at)) at = Math.max(at, source.indexOf('\n', at))
      else if (source.startsWith('/*', at)) at = source.indexOf('*/', at) + 2
      else if (isRegex(source, at))
        at += /^\/(?:\\.|\[(?:\\.|[^\]])*\]|[^/\\])+\//.exec(source.slice(at))?.[0].length ?? 1
      else if (next === "'" || next === '"' || next === '`') texts.push(quoted(next))
      else {
        if (next === '{') depth += 1
        if (next === '}') depth -= 1
        at += 1
      }
    }
  }

  code(null)
  return texts
}

function isRegex(source: string, at: number): boolean {
  return source[at] === '/' && /[(=,:[!&|?]\s*$/.test(source.slice(Math.max(0, at - 10), at))
}
