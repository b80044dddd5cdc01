import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { cached, cachedForWriting, isCached } from './cache.ts'
import { runProgram } from './run-program.ts'

/** Contestants from npm, which the workspace does not depend on, and their versions. */
export const packages = {
  'onnxruntime-node': '1.30.0',
  'onnxruntime-web': '1.30.0',
  'xgboost-scorer': '0.0.4',
} as const

export type PackageName = keyof typeof packages

/** File, below the cache, beside which the packages are installed. */
const packageFile = 'npm/package.json'

export function isInstalled(name: PackageName): boolean {
  return isCached(`npm/node_modules/${name}/package.json`)
}

/** Module of an installed package. */
export function requirePackage<Module>(name: PackageName): Module {
  return createRequire(cached(packageFile))(name)
}

/** Installs a package unless it is there, without what its scripts would download. */
export async function installPackage(name: PackageName): Promise<void> {
  if (isInstalled(name)) return
  const file = cachedForWriting(packageFile)
  if (!isCached(packageFile)) writeFileSync(file, '{ "private": true }\n')
  await runProgram('npm', ['install', `${name}@${packages[name]}`], {
    folder: dirname(file),
    environment: { ONNXRUNTIME_NODE_INSTALL: 'skip' },
  })
}
