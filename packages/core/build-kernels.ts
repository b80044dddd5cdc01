import { readFile, writeFile } from 'node:fs/promises'
import { main } from 'assemblyscript/asc'

// npm run kernels: compiles kernels/ (AssemblyScript, a subset of TypeScript) and embeds the bytes, as base64, in the module
// that core loads them from. The compiler is pinned, so the same sources give the same bytes; a test compiles them again.

const generated: URL = new URL('./src/ensemble/engines/wasm/kernel-bytes.generated.ts', import.meta.url)

/** The WebAssembly bytes of the kernel sources. @throws Error with the compiler's own messages */
export async function compileKernels(): Promise<Uint8Array> {
  let bytes: Uint8Array | null = null
  const { error, stderr } = await main(
    [
      'kernels/index.ts',
      '--outFile=kernels.wasm',
      '-O3',
      '--converge',
      '--enable=simd',
      '--importMemory',
      '--runtime=stub',
      '--noAssert',
    ],
    {
      readFile: (name, base) => readFile(new URL(name, directory(base)), 'utf8').catch(() => null),
      writeFile: (_name, contents) => {
        bytes = contents as Uint8Array
      },
      listFiles: () => [],
    },
  )
  if (error !== null || bytes === null) throw new Error(`kernels: ${error?.message ?? 'nothing written'}\n${stderr}`)
  return bytes
}

/** The module that carries `bytes`. */
export function moduleOf(bytes: Uint8Array): string {
  const base64 = Buffer.from(bytes).toString('base64')
  return `// Compiled from packages/core/kernels by npm run kernels; do not edit.\nexport const kernelBytes =\n  '${base64}'\n`
}

/** `base` is a path of the compiler, relative to this package. */
function directory(base: string): URL {
  return new URL(`${base.replace(/\/?$/, '/')}`, import.meta.url)
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const bytes = await compileKernels()
  await writeFile(generated, moduleOf(bytes))
  console.log(`kernels: ${bytes.length} bytes`)
}
