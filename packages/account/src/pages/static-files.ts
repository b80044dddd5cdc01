import { createHash } from 'node:crypto'
import { script } from './script.ts'
import { style } from './style.ts'

/** A file that pages load; its name changes with its content. */
export interface StaticFile {
  readonly type: string
  readonly body: string
}

export interface StaticFiles {
  readonly stylePath: string
  readonly scriptPath: string
  /** By path. */
  readonly files: ReadonlyMap<string, StaticFile>
}

export function createStaticFiles(): StaticFiles {
  const stylePath = `/static/${hashOf(style)}.css`
  const scriptPath = `/static/${hashOf(script)}.js`
  const files = new Map([
    [stylePath, { type: 'text/css; charset=utf-8', body: style }],
    [scriptPath, { type: 'text/javascript; charset=utf-8', body: script }],
  ])
  return { stylePath, scriptPath, files }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
