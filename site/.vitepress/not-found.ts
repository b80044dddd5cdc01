/**
 * Makes the page of a missing address work at any depth: a host serves it for `/a/b/c` too, where relative addresses lead nowhere. Its
 * script looks for the folder of the site above the address, then loads the style and the scripts from there.
 */
export function atAnyDepth(html: string): string {
  const loaded = /<(link|script)\b([^>]*?) (?:href|src)="\.\/([^"]+)"([^>]*)>(?:<\/script>)?/g
  const files = [...html.matchAll(loaded)].flatMap(([, tag = '', before = '', path = '', after = '']) => {
    const [, kind = ''] = /(?:rel|type)="(?:preload )?(\w+)"/.exec(before + after) ?? []
    return ['stylesheet', 'icon', 'module'].includes(kind) ? [{ tag, path, kind }] : []
  })
  // An attribute has the names, since the build still writes hashes into them, which would change the hash of a script.
  const app = `<div id="app" data-files='${JSON.stringify(files)}'><main><h1>Page not found</h1><p>No page has this address. Begin at
    <a href="./index.html">the first page</a>.</p></main></div>`
  return html
    .replaceAll(loaded, '')
    .replace(/<script>window\.__VP_SITE_ROOT__=[^<]*<\/script>/, '')
    .replace('<div id="app"></div>', `${app}\n    <script>${findSite}</script>`)
}

const findSite = `(async()=>{
const app=document.querySelector('#app'),there=url=>fetch(url).then(r=>r.ok,()=>false)
let root=new URL('./',location)
while(root.pathname!=='/'&&!await there(new URL('hashmap.json',root)))root=new URL('../',root)
window.__VP_SITE_ROOT__=root.href
app.replaceChildren()
for(const {tag,path,kind} of JSON.parse(app.dataset.files)){
const element=document.createElement(tag),url=new URL(path,root).href
Object.assign(element,tag==='link'?{rel:kind,href:url}:{type:kind,src:url,async:false})
document.head.append(element)}
})()`
