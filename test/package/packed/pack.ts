import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Folder, folders, readPackageJson, root } from '../workspace.ts'
import { run } from './run-tool.ts'

/** A package as npm would publish it. */
export interface Packed {
  readonly folder: Folder
  readonly name: string
  readonly tarball: string
  /** Folder of the package in the temporary project. */
  readonly installed: string
  readonly files: readonly { readonly path: string; readonly size: number }[]
}

export interface Consumer {
  /** Project outside the repository, with the packed packages and without their sources. */
  readonly folder: string
  /** Packages with code. The package of data is installed too, but not listed. */
  readonly packages: readonly Packed[]
}

/**
 * Packs every package and puts the tarballs into a temporary project.
 *
 * @param install `link` unpacks the tarballs and links their dependencies from the workspace, so that no network is needed;
 *   `npm` installs them as users do
 */
export async function createConsumer(install: 'link' | 'npm' = 'link'): Promise<Consumer> {
  const folder = mkdtempSync(join(tmpdir(), 'riftline-consumer-'))
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
  const published = ['./artifacts', ...folders.map((name) => `./packages/${name}`)]
  const packing = await run('npm', ['pack', ...published, '--json', '--pack-destination', folder])
  if (packing.code !== 0) throw new Error(`npm pack failed: ${packing.output}`)
  const packed = readListing(packing.stdout).map(({ name, filename, files }) => {
    return { name, tarball: join(folder, filename), installed: join(folder, 'node_modules', name), files }
  })
  if (install === 'npm') {
    const args = ['install', '--no-audit', '--no-fund', ...packed.map(({ tarball }) => tarball)]
    const installing = await run('npm', args, folder)
    if (installing.code !== 0) throw new Error(`npm install failed: ${installing.output}`)
  } else {
    for (const one of packed) await unpack(one)
    linkDependencies(folder)
  }
  const packages = packed.filter(({ name }) => name !== '@riftline/artifacts')
  return { folder, packages: packages.map((one) => ({ ...one, folder: folderOf(one.name) })) }
}

async function unpack({ tarball, installed }: Pick<Packed, 'tarball' | 'installed'>): Promise<void> {
  mkdirSync(installed, { recursive: true })
  const unpacking = await run('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1'])
  if (unpacking.code !== 0) throw new Error(`${tarball}: ${unpacking.output}`)
}

interface Listed {
  readonly name: string
  readonly filename: string
  readonly files: readonly { readonly path: string; readonly size: number }[]
}

/** Reads the output of `npm pack`: a list from npm 11, an object by name from later ones, perhaps after lifecycle output. */
function readListing(stdout: string): readonly Listed[] {
  const json: unknown = JSON.parse(stdout.slice(stdout.search(/^[[{]/m)))
  return Object.values(json as Record<string, Listed>)
}

function folderOf(name: string): Folder {
  const folder = folders.find((candidate) => readPackageJson(candidate).name === name)
  if (folder === undefined) throw new Error(`npm packed ${name}, which is not in the list of packages`)
  return folder
}

function linkDependencies(consumer: string): void {
  const links = new Map<string, string>([['@types/node', fileURLToPath(new URL('node_modules/@types/node', root))]])
  for (const folder of folders) {
    const { resolve } = createRequire(new URL(`packages/${folder}/package.json`, root))
    const { dependencies, peerDependencies } = readPackageJson(folder)
    for (const name of Object.keys({ ...dependencies, ...peerDependencies })) {
      if (!name.startsWith('@riftline/')) links.set(name, packageRoot(resolve, name))
    }
  }
  for (const [name, target] of links) {
    const link = join(consumer, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(target, link, 'dir')
  }
}

function packageRoot(resolve: NodeJS.RequireResolve, name: string): string {
  const entry = resolve(name)
  const end = entry.lastIndexOf(`/node_modules/${name}/`)
  return entry.slice(0, end + `/node_modules/${name}`.length)
}
