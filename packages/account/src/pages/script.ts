/** Shows the copy buttons, which are hidden without it. No page needs it. */
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
`
