import { onTestFinished } from 'vitest'
import { openChromium } from './chromium.ts'
import { type Content, serve } from './server.ts'

/** Opens the page at `/` in Chromium until the test ends, and returns the first text that it posts. */
export async function firstPost(chromium: string, contents: Readonly<Record<string, Content>>): Promise<string> {
  let receive: (text: string) => void
  const posted = new Promise<string>((resolve) => {
    receive = resolve
  })
  const server = await serve(contents, (_, text) => {
    receive(text)
    return ''
  })
  onTestFinished(() => server.close())
  const browser = openChromium(chromium, server.origin)
  onTestFinished(() => browser.close())
  return Promise.race([posted, browser.failure])
}
