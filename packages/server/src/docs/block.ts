/** Text with `code` between backticks and [links](of this form). */
export type Inline = string

/** A part of a document, which is written as HTML and as Markdown alike. */
export type Block =
  | { readonly kind: 'heading'; readonly level: 2 | 3 | 4; readonly text: Inline; readonly id?: string }
  | { readonly kind: 'paragraph'; readonly text: Inline }
  | { readonly kind: 'list'; readonly items: readonly Inline[] }
  | Table
  | Code
  /** An operation under its `operationId`. */
  | { readonly kind: 'section'; readonly id: string; readonly blocks: readonly Block[] }
  /** What a page shows at a click. */
  | { readonly kind: 'folded'; readonly title: string; readonly blocks: readonly Block[] }

export interface Table {
  readonly kind: 'table'
  /** Names it for those who do not see it; no two of a document are the same, in whatever case, code's included. */
  readonly label: string
  readonly head: readonly Inline[]
  readonly rows: readonly Row[]
}

export interface Row {
  readonly id?: string
  /** The first names the row. */
  readonly cells: readonly Inline[]
}

export interface Code {
  readonly kind: 'code'
  readonly label: string
  readonly text: string
  /** Of an example that runs as it stands. */
  readonly language?: ExampleLanguage
}

export type ExampleLanguage = 'curl' | 'typescript' | 'python'

export function heading(level: 2 | 3 | 4, text: Inline, id?: string): Block {
  return { kind: 'heading', level, text, ...(id !== undefined && { id }) }
}

/** Paragraphs of a text, which empty lines separate. */
export function prose(text: Inline): readonly Block[] {
  return text === '' ? [] : text.split('\n\n').map((paragraph) => ({ kind: 'paragraph', text: paragraph }))
}

export function table(label: string, head: readonly Inline[], rows: readonly (readonly Inline[])[]): Table {
  return { kind: 'table', label, head, rows: rows.map((cells) => ({ cells })) }
}

export function code(label: string, text: string, language?: ExampleLanguage): Block {
  return { kind: 'code', label, text, ...(language !== undefined && { language }) }
}
