import { build } from 'esbuild'

export type Script = 'page' | 'worker' | 'compile' | 'command' | 'forecast-page'

/** Bundles core and one of the scripts in pages/ into one file without imports, as for a browser. */
export async function bundle(name: Script): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [new URL(`pages/${name}.ts`, import.meta.url).pathname],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    conditions: ['@riftline/source'],
    write: false,
    logLevel: 'silent',
  })
  return (outputFiles[0] as { readonly text: string }).text
}
