'use strict'
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
