import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Imports a source anew, with all modules below it, so that none has the state that another test gave it.
 *
 * @param replaced contents by the end of a source's path, used in place of that source
 */
export async function importedAnew<T>(
  source: string,
  replaced: Readonly<Record<string, string>> = {},
): Promise<() => Promise<T>> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [source],
    write: false,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['@riftline/source'],
    logLevel: 'error',
    plugins: Object.entries(replaced).map(([path, contents]) => ({
      name: path,
      setup: ({ onLoad }) => onLoad({ filter: new RegExp(`/${path.replaceAll('.', '\\.')}$`) }, () => ({ contents })),
    })),
  })
  const url = `data:text/javascript;base64,${Buffer.from(outputFiles[0]!.contents).toString('base64')}`
  let times = 0
  return () => import(/* @vite-ignore */ `${url}#${times++}`)
}
