/**
 * The style sheet of pages that show the reference; a file of its own, because their policy allows no styles inside them.
 * Colours are taken from `--line`, `--soft` and `--accent` of the page.
 */
export const docsStyle: string = `.docs-contents { font-size: 0.9rem; line-height: 1.35; }
.docs-contents a { text-decoration: none; }
.docs-contents a:hover { text-decoration: underline; }
.docs-contents li { padding: 0.12rem 0; }
.docs-contents ul { list-style: none; margin: 0 0 0.5rem; padding: 0; }
.docs-contents > ul > li > a { font-weight: 600; }
.docs-contents code { overflow-wrap: anywhere; }
.docs-text { min-width: 0; max-width: 60rem; }
.docs-text h2 { margin-top: 3rem; padding: 0 0 0.3rem; border-top: 0; border-bottom: 1px solid var(--line); }
.docs-text > :first-child > h2, .docs-text > h2:first-child { margin-top: 0; }
.docs-text h3 { margin-top: 2.5rem; overflow-wrap: anywhere; }
.docs-text h4 { margin: 1.2rem 0 0.4rem; }
.docs-text a { text-underline-offset: 0.25em; }
.docs-text p { overflow-wrap: anywhere; }
.docs-text code, .docs-text pre, .docs-contents code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 0.9em; }
.docs-text pre { max-height: 26rem; overflow: auto; padding: 0.9rem 1.1rem; border-radius: 6px; background: var(--soft); line-height: 1.4; }
.docs-text pre[data-lang]::before { content: attr(data-lang); display: block; margin-bottom: 0.4rem; font-family: system-ui, sans-serif; font-weight: 600; }
.docs-table { overflow-x: auto; margin: 0.6rem 0; }
.docs-table table { width: 100%; border-collapse: collapse; font-size: 0.93rem; }
.docs-table th, .docs-table td { min-width: 4.5rem; padding: 0.35rem 0.8rem 0.35rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
.docs-table th { white-space: normal; }
.docs-table thead th { overflow-wrap: normal; }
.docs-table th[scope=row] { font-weight: 400; color: inherit; white-space: nowrap; }
.docs-text details { margin: 0.5rem 0; }
.docs-text summary { cursor: pointer; }
.docs-text tr:target, .docs-text section:target > h3 { background: var(--soft); outline: 2px solid var(--accent); }
@media (max-width: 46rem) {
  .docs-table thead { position: absolute; left: -999rem; }
  .docs-table tr { display: block; padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
  .docs-table th[scope=row], .docs-table td { display: block; min-width: 0; padding: 0; border: 0; white-space: normal; }
  .docs-table td:empty { display: none; }
  .docs-table td[data-label]::before { content: attr(data-label) ': '; opacity: 0.75; }
}
@media (min-width: 64rem) {
  .docs { display: grid; grid-template-columns: 16rem minmax(0, 1fr); gap: 2.5rem; }
  .docs-contents { position: sticky; top: 0; max-height: 100vh; overflow-y: auto; padding: 1rem 0; }
}
`

/** Beside it where the reference is a page of its own. */
export const pageStyle: string = `:root { color-scheme: light dark; --line: #8884; --soft: #8881; --accent: #0a7d6c; }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.55 system-ui, sans-serif; }
main { max-width: 82rem; margin: 0 auto; padding: 1rem 1rem 6rem; }
a { color: inherit; text-decoration-color: var(--accent); text-underline-offset: 0.2em; }
`
