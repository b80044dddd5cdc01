/** The style sheet of the docs page; a file of its own, because the page's policy allows no styles inside it. */
export const docsStyle: string = `:root { color-scheme: light dark; --line: #8884; --soft: #8881; --accent: #0a7d6c; }
* { box-sizing: border-box; }
body { margin: 0; display: grid; grid-template-columns: 16rem minmax(0, 1fr); font: 16px/1.55 system-ui, sans-serif; }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.5rem; border-right: 1px solid var(--line); }
nav p { margin: 0.8rem 0 0.2rem; font-weight: 600; }
nav ul { list-style: none; margin: 0; padding: 0; font-size: 0.9rem; }
a { color: inherit; text-decoration-color: var(--accent); text-underline-offset: 0.2em; }
main { max-width: 60rem; padding: 1.5rem 2.5rem 6rem; }
h1 small { font-size: 1rem; font-weight: 400; opacity: 0.7; }
h2 { margin-top: 3rem; padding-bottom: 0.3rem; border-bottom: 1px solid var(--line); }
h3 { margin-top: 2.5rem; }
h4 { margin: 1.2rem 0 0.4rem; }
.method { color: var(--accent); font-size: 0.85em; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 0.9em; }
pre { max-height: 26rem; overflow: auto; padding: 0.9rem 1.1rem; border-radius: 6px; background: var(--soft); line-height: 1.4; }
table { width: 100%; border-collapse: collapse; margin: 0.6rem 0; font-size: 0.93rem; }
th, td { padding: 0.35rem 0.8rem 0.35rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
td { overflow-wrap: anywhere; }
td:first-child { white-space: nowrap; padding-right: 1.2rem; }
details { margin: 0.5rem 0; }
summary { cursor: pointer; }
tr:target { background: var(--soft); outline: 2px solid var(--accent); }
@media (max-width: 50rem) { td:first-child { white-space: normal; } body { display: block; } nav { position: static; height: auto; } main { padding: 1rem; } }
`
