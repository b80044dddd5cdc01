import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readExamples, toModule } from '../readme-examples.ts'
import type { Consumer } from './pack.ts'
import { type Findings, findingsOf, runTool } from './run-tool.ts'

export type Resolution = 'nodenext' | 'bundler'

/** Folder of the compiled readme examples. */
const examplesFolder = 'examples'

/** Writes the readme examples, one module each, as a user would have pasted them. */
export function writeExamples({ folder }: Consumer): void {
  mkdirSync(join(folder, examplesFolder), { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"type":"module","private":true}\n')
  for (const [index, example] of readExamples().entries())
    writeFileSync(join(folder, examplesFolder, `${index}.ts`), toModule(example))
}

/** Compiles every readme example under strict rules, and checks the declarations of the packages too. */
export async function checkExamples(consumer: Consumer, resolution: Resolution): Promise<Findings> {
  const emit = resolution === 'nodenext' ? { noEmit: false, rootDir: examplesFolder, outDir: 'built' } : {}
  return check(consumer, `examples-${resolution}`, resolution, {
    compilerOptions: { types: ['node'], ...emit },
    include: [examplesFolder],
  })
}

/** Compiles core's index and the client for a browser or a worker, without Node's types. */
export async function checkBrowser(consumer: Consumer, resolution: Resolution): Promise<Findings> {
  const code = "export * as core from '@riftline/core'\nexport * as client from '@riftline/client'\n"
  writeFileSync(join(consumer.folder, 'browser.ts'), code)
  return check(consumer, `browser-${resolution}`, resolution, {
    compilerOptions: { types: [], lib: ['es2022', 'dom'] },
    files: ['browser.ts'],
  })
}

interface Project {
  readonly compilerOptions: Readonly<Record<string, unknown>>
  readonly include?: readonly string[]
  readonly files?: readonly string[]
}

async function check({ folder }: Consumer, name: string, resolution: Resolution, project: Project): Promise<Findings> {
  const shared = {
    target: 'es2022',
    module: resolution === 'nodenext' ? 'nodenext' : 'preserve',
    moduleResolution: resolution,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    noEmit: true,
  }
  const config = { ...project, compilerOptions: { ...shared, ...project.compilerOptions } }
  writeFileSync(join(folder, `tsconfig.${name}.json`), JSON.stringify(config))
  return findingsOf(await runTool('tsc', ['-p', `tsconfig.${name}.json`], folder))
}
