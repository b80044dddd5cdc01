import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']

/** Path of the browser: CHROMIUM_PATH, or the first on PATH or in /usr/bin; null if there is none. */
export function findChromium(env: Readonly<Record<string, string | undefined>>): string | null {
  if (env.CHROMIUM_PATH !== undefined && env.CHROMIUM_PATH !== '') return env.CHROMIUM_PATH
  const folders = [...(env.PATH ?? '').split(delimiter), '/usr/bin'].filter((folder) => folder !== '')
  const places = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return places.find(isExecutable) ?? null
}

/** Reason, for titles, why tests in a browser cannot run here; empty if they can. */
export const chromiumMissing: string =
  findChromium(process.env) === null ? ', skipped: no Chromium on PATH, nor in CHROMIUM_PATH' : ''

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
