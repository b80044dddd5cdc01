import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { transformerStyleToClass } from '@shikijs/transformers'
import type { MarkdownOptions } from 'vitepress'

// The policy of a page refuses style attributes: colours of code are classes, and their rules stand in a file of their own.
const transformer = transformerStyleToClass({ classPrefix: 'c-' })

/** Options of VitePress that colour code by classes. */
export const codeColours: MarkdownOptions = {
  theme: { light: 'github-light', dark: 'github-dark' },
  codeTransformers: [transformer],
  languageAlias: { caddyfile: 'txt', cjs: 'js', svg: 'xml' },
}

/** Path of the style sheet within the site. It changes with its content, once all pages are rendered. */
export function codeStylePath(): string {
  return `assets/code.${createHash('sha256').update(transformer.getCSS()).digest('hex').slice(0, 8)}.css`
}

/** Writes the style sheet of all code into the built site. */
export async function writeCodeStyle(output: string): Promise<void> {
  const file = join(output, codeStylePath())
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, transformer.getCSS())
}
