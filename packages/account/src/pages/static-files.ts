import { createHash } from 'node:crypto'
import { readStatic } from '../read-static.ts'

/** Style sheet of all pages: system fonts, one accent, hairlines; navigation at the left, or on top of narrow screens. */
export const style: string = readStatic('style.css')

/** Script that shows the copy buttons and, on request, keeps the console's key for a tab. Every page works without it. */
export const script: string = readStatic('page.js')

function pathOf(text: string, ending: 'css' | 'js'): string {
  return `/static/${createHash('sha256').update(text).digest('hex').slice(0, 16)}.${ending}`
}

export const stylePath = pathOf(style, 'css')
export const scriptPath = pathOf(script, 'js')

/** Static files by path. The path contains a hash of the content. */
export const staticFiles: ReadonlyMap<string, { readonly type: string; readonly body: string }> = new Map([
  [stylePath, { type: 'text/css; charset=utf-8', body: style }],
  [scriptPath, { type: 'text/javascript; charset=utf-8', body: script }],
])
