import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * A source that every call imports anew, with all modules below it: none has the state that another test gave it.
 *
 * @param replaced contents in place of a source, by the end of its path
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
