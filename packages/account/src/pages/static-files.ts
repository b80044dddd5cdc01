import { createHash } from 'node:crypto'

/** The one style sheet: system fonts, one accent, hairlines; navigation at the left, on top on phones. */
export const style: string = `:root {
  color-scheme: light dark;
  --text: #1b1f24; --quiet: #57606a; --ground: #ffffff; --raised: #f6f8fa; --soft: #f6f8fa; --line: #d0d7de;
  --accent: #0a58ca; --on-accent: #ffffff; --bad: #a40e26; --bad-ground: #fff0ee; --good: #116329; --good-ground: #eefbf0;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #e6edf3; --quiet: #9aa4af; --ground: #0d1117; --raised: #161b22; --soft: #161b22; --line: #30363d;
    --accent: #79b8ff; --on-accent: #0d1117; --bad: #ff9b94; --bad-ground: #2d1416; --good: #7ee2a0; --good-ground: #10261a;
  }
}
* { box-sizing: border-box; }
html { font: 15px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; color: var(--text); background: var(--ground); }
body { margin: 0; overflow-wrap: break-word; display: grid; grid-template-columns: 13rem minmax(0, 1fr); grid-template-rows: 1fr auto; min-height: 100vh; }
.skip { position: absolute; left: -999px; top: 0; padding: .5rem 1rem; background: var(--ground); }
.skip:focus { left: 0; z-index: 1; }
header { grid-row: 1 / 3; padding: 1.25rem 1rem; border-right: 1px solid var(--line); background: var(--raised); }
.brand { display: block; font-weight: 700; font-size: 1.15rem; padding: .25rem .5rem; margin-bottom: .75rem; color: var(--text); text-decoration: none; }
header ul, footer ul { list-style: none; margin: 0; padding: 0; }
header nav a, header nav button.link { display: block; width: 100%; padding: .4rem .5rem; border-radius: .3rem; color: var(--text); font-weight: 400; text-decoration: none; text-align: left; }
header nav a:hover, header nav button.link:hover { text-decoration: underline; }
header nav a[aria-current] { color: var(--accent); font-weight: 600; box-shadow: inset 2px 0 var(--accent); border-radius: 0; }
main { padding: 1.5rem 2rem 3rem; max-width: 74rem; min-width: 0; }
main:focus { outline: none; }
footer { padding: 1rem 2rem; border-top: 1px solid var(--line); color: var(--quiet); }
footer ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 1rem; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin: 2rem 0 .6rem; padding-top: 1rem; border-top: 1px solid var(--line); }
h1 + h2 { margin-top: 0; padding-top: 0; border-top: 0; }
h3 { font-size: 1rem; margin: 1.25rem 0 .4rem; }
p { margin: .5rem 0; max-width: 44rem; }
a { color: var(--accent); text-underline-offset: .15em; }
time { white-space: nowrap; }
:focus-visible, .swagger-ui a.link:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.field { margin: 0 0 1rem; max-width: 26rem; }
label { display: block; font-weight: 600; margin-bottom: .2rem; }
.check { display: flex; gap: .5rem; align-items: baseline; }
.hint { color: var(--quiet); margin: 0 0 .3rem; font-size: .9rem; }
input, select, textarea { font: inherit; color: inherit; background: var(--ground); border: 1px solid #7d8590; border-radius: .3rem; padding: .4rem .55rem; width: 100%; min-height: 2.5rem; }
input[type=checkbox] { width: auto; min-height: 0; margin: 0; accent-color: var(--accent); }
textarea { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .9rem; min-height: 9rem; }
[aria-invalid=true] { border-color: var(--bad); border-width: 2px; }
button, .button { font: inherit; font-weight: 600; min-height: 2.5rem; padding: .45rem .95rem; border-radius: .3rem; border: 1px solid var(--accent); background: var(--accent); color: var(--on-accent); cursor: pointer; }
.button { display: inline-block; text-decoration: none; }
button:hover, .button:hover { text-decoration: underline; }
button.second { background: transparent; color: var(--accent); }
button.danger { background: transparent; border-color: var(--bad); color: var(--bad); }
button.link { min-height: 0; padding: 0; background: none; border: 0; font-weight: 400; color: var(--accent); text-decoration: underline; text-underline-offset: .15em; }
button[hidden] { display: none; }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; margin: .75rem 0; max-width: none; }
section + form { margin-top: 1.5rem; }
form.row { display: flex; flex-wrap: wrap; gap: .75rem 1rem; align-items: end; }
form.row .field { margin: 0; min-width: 10rem; flex: 0 1 14rem; }
#errors { border-left: 4px solid var(--bad); background: var(--bad-ground); padding: .25rem 1rem; margin-bottom: 1.25rem; color: var(--bad); }
#status { border-left: 4px solid var(--good); background: var(--good-ground); padding: .6rem 1rem; margin: 0 0 1.25rem; color: var(--good); max-width: none; }
#ban, #ip-warning, .notice { border: 1px solid var(--line); border-left: 4px solid var(--bad); background: var(--raised); padding: .6rem 1rem; margin: 0 0 1.25rem; max-width: none; }
#ip-warning, .notice { border-left-color: var(--accent); } #ip-warning p { margin: 0; }
#ban h2 { border: 0; padding: 0; margin: 0 0 .25rem; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .2rem 1.25rem; margin: .75rem 0; }
dt { color: var(--quiet); } dd { margin: 0; overflow-wrap: anywhere; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: 1px; background: var(--line); border: 1px solid var(--line); margin: 0 0 1rem; }
.figures > div { background: var(--ground); padding: .75rem 1rem; }
.figures dt { font-size: .9rem; } .figures dd { font-size: 1.5rem; font-weight: 650; font-variant-numeric: tabular-nums; }
.figures small { display: block; font-size: .85rem; font-weight: 400; color: var(--quiet); }
.table { overflow-x: auto; max-width: 100%; }
.table:not(:has(th:nth-child(5))), svg { max-width: 44rem; }
#usage-chart + .table { max-height: 16.5rem; margin-top: .75rem; }
#usage-chart + .table th { position: sticky; top: 0; background: var(--ground); }
.table + .table { margin-top: 1.5rem; }
.table:focus-visible, pre:focus-visible { outline-offset: -3px; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .35rem 1.25rem .35rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th:last-child, td:last-child { padding-right: 0; }
tbody tr:last-child > * { border-bottom: 0; }
th { font-weight: 600; color: var(--quiet); font-size: .9rem; white-space: nowrap; }
td code { white-space: nowrap; }
.name { min-width: 8rem; max-width: 18rem; overflow-wrap: anywhere; }
td.number, th.number { text-align: right; white-space: nowrap; }
pre, code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .87rem; }
p code, dd code { overflow-wrap: anywhere; }
pre { background: var(--raised); border: 1px solid var(--line); border-radius: .3rem; padding: .75rem 1rem; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; margin: .5rem 0; }
pre.answer { max-height: 30rem; overflow-y: auto; }
summary { cursor: pointer; padding: .3rem 0; }
[hidden] { display: none !important; }
.copy { display: block; min-height: 0; padding: .15rem .6rem; margin: .5rem 0 .25rem auto; font-size: .85rem; }
#new-key { display: block; overflow-wrap: anywhere; font-size: 1rem; padding: .75rem 1rem; border: 1px solid var(--accent); border-radius: .3rem; background: var(--raised); }
svg { width: 100%; height: auto; display: block; overflow: visible; }
svg text { fill: var(--quiet); font-size: 11px; } svg .bar { fill: var(--accent); } svg .axis { stroke: var(--line); }
.offers { display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: 1rem; padding: 0; list-style: none; }
.offers li { display: flex; flex-direction: column; border: 1px solid var(--line); border-radius: .3rem; padding: 1rem; }
.offers h3 { margin: 0; } .offers p { margin: 0 0 .25rem; }
.offers form { margin-top: auto; padding-top: .75rem; } .offers button { width: 100%; }
.price { font-size: 1.35rem; font-weight: 650; font-variant-numeric: tabular-nums; } .quiet { color: var(--quiet); }
@media (max-width: 46rem) {
  body { display: block; }
  header { border-right: 0; border-bottom: 1px solid var(--line); padding: .5rem 1rem; }
  .brand { margin: 0; }
  header ul { display: flex; flex-wrap: wrap; margin: 0 -.5rem; }
  header nav a, header nav button.link { padding: .3rem .5rem; }
  .brand { padding-left: 0; }
  header nav a[aria-current] { box-shadow: inset 0 -2px var(--accent); }
  main { padding: 1rem 1rem 2.5rem; }
  footer { padding: 1rem; }
  h1 { font-size: 1.35rem; }
  .figures > div { padding: .6rem .75rem; } .figures dd { font-size: 1.3rem; }
  svg text { font-size: 20px; }
  th, td { padding-right: .9rem; } td time { display: inline-block; width: 6.1rem; white-space: normal; }
  .table:has([data-label]) thead { position: absolute; left: -999rem; }
  .table:has([data-label]) tr { display: flex; flex-wrap: wrap; gap: .1rem .75rem; padding: .5rem 0; border-bottom: 1px solid var(--line); }
  .table:has([data-label]) td { padding: 0; border: 0; max-width: none; }
  .table:has([data-label]) td time { width: auto; }
  .table:has([data-label]) td[data-label] { position: relative; order: 1; width: 100%; padding-left: 9.5rem; text-align: left; white-space: normal; }
  .table td[data-label]::before { content: attr(data-label); position: absolute; left: 0; color: var(--quiet); font-size: .9rem; }
  .table td[data-label]:empty { display: none; }
  .table:has([data-label]) [data-request] td[data-label] { padding-left: 5rem; }
  [data-request] td:first-child { flex: 1 0 60%; order: -2; } [data-request] td:last-child { flex: 0 0 5rem; order: -1; }
}
@media (forced-colors: active) { svg .bar { fill: CanvasText; } }
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
`

/** Shows the copy buttons, which are hidden without it, and keeps the key of the console for a tab that asks for it. No page needs it. */
export const script: string = `'use strict'
for (const button of document.querySelectorAll('button[data-copy]')) {
  const source = document.getElementById(button.dataset.copy)
  if (source === null || navigator.clipboard === undefined) continue
  button.hidden = false
  const name = button.textContent
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(source.textContent)
      button.textContent = 'Copied'
    } catch {
      const range = document.createRange()
      range.selectNodeContents(source)
      getSelection().removeAllRanges()
      getSelection().addRange(range)
      button.textContent = 'Press Ctrl+C'
    }
    setTimeout(() => { button.textContent = name }, 2000)
  })
}
const box = document.querySelector('input[data-keeps]')
if (box !== null) {
  const field = document.getElementById(box.dataset.keeps)
  const kept = sessionStorage.getItem('console-key')
  box.parentElement.hidden = false
  box.checked = kept !== null
  if (kept !== null) field.value = kept
  box.addEventListener('change', () => { if (!box.checked) sessionStorage.removeItem('console-key') })
  field.form.addEventListener('submit', () => { if (box.checked) sessionStorage.setItem('console-key', field.value) })
}
document.querySelector('form[action="/sign-out"]')?.addEventListener('submit', () => sessionStorage.clear())
`

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
