import { createHash } from 'node:crypto'
import { readStatic } from '../read-static.ts'

/** The one style sheet: system fonts, one accent, hairlines; navigation at the left, on top on phones. */
export const style: string = readStatic('style.css')

/** Shows the copy buttons, which are hidden without it, and keeps the key of the console for a tab that asks for it. No page needs it. */
export const script: string = readStatic('page.js')

function pathOf(text: string, ending: 'css' | 'js'): string {
  return `/static/${createHash('sha256').update(text).digest('hex').slice(0, 16)}.${ending}`
}

export const stylePath = pathOf(style, 'css')
export const scriptPath = pathOf(script, 'js')

/** Files that pages load, by path: a path changes with the content. */
export const staticFiles: ReadonlyMap<string, { readonly type: string; readonly body: string }> = new Map([
  [stylePath, { type: 'text/css; charset=utf-8', body: style }],
  [scriptPath, { type: 'text/javascript; charset=utf-8', body: script }],
])
