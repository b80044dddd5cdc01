import { readFile, writeFile } from 'node:fs/promises'
import { main } from 'assemblyscript/asc'
import { bytesOfPage, decodeKernels, pageMarks } from './src/trees/engines/wasm/workspace.ts'
import { walksModule } from './write-walks.ts'

// npm run kernels: compiles kernels/ (AssemblyScript, a subset of TypeScript) and embeds the bytes, as text, in the module
// that core loads them from. The compiler is pinned, so the same sources give the same bytes; a test compiles them again.
// It also writes the walks of the JavaScript engine by write-walks.ts; a test compares them.
// With a path it compiles nothing and writes the embedded bytes there, as a file for runtimes that import WebAssembly.

const engines: URL = new URL('./src/trees/engines/', import.meta.url)

/** Compiles the kernel sources to WebAssembly bytes. @throws Error with the compiler's own messages */
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

/**
 * Text of the module that carries `bytes`, in the characters that `decodeKernels` reads. Compressed, it is as small as the bytes, while
 * base64 takes 1.7 times that: repeated bytes are not repeated text in it.
 */
export function moduleOf(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => {
    const low = byte % bytesOfPage
    return (pageMarks[Math.floor(byte / bytesOfPage)] ?? '') + String.fromCharCode(low + (low < 52 ? 40 : 41))
  }).join('')
  return [
    '// Compiled from packages/core/kernels by npm run kernels; do not edit.',
    'export const kernelText: string = [',
    ...(text.match(/.{1,2000}/g) ?? []).map((line) => `  '${line}',`),
    "].join('')\n",
  ].join('\n')
}

/** Directory URL; `base` is a path of the compiler relative to this package. */
function directory(base: string): URL {
  return new URL(`${base.replace(/\/?$/, '/')}`, import.meta.url)
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const path = process.argv[2]
  if (path === undefined) {
    const bytes = await compileKernels()
    await writeFile(new URL('wasm/kernel-text.generated.ts', engines), moduleOf(bytes))
    await writeFile(new URL('js/walks.generated.ts', engines), walksModule())
    console.log(`kernels: ${bytes.length} bytes`)
  } else {
    await writeFile(path, decodeKernels())
    await writeFile(
      `${path}.d.ts`,
      '/** A `WebAssembly.Module`. */\ndeclare const kernels: object\nexport default kernels\n',
    )
  }
}
