import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Reason shown if a case or a contestant lacks a file. */
export const installHint = 'npm run bench:peers installs it'

/** Path in the git-ignored folder of trained models and peers. */
export function cached(name: string): string {
  return fileURLToPath(new URL(`../../.cache/${name}`, import.meta.url))
}

export function isCached(name: string): boolean {
  return existsSync(cached(name))
}

/** Path as by `cached`, after creating its folder. */
export function cachedForWriting(name: string): string {
  const path = cached(name)
  mkdirSync(dirname(path), { recursive: true })
  return path
}

export interface Library {
  readonly version: string
  /** Path of the native library. */
  readonly library: string
}

/** Programs and libraries found on this machine; null for those missing. */
export interface Peers {
  readonly lightgbm: Library | null
  readonly xgboost: Library | null
  readonly compiler: string | null
  readonly lleaves: string | null
}

export function readPeers(): Peers {
  if (!isCached('peers.json')) return { lightgbm: null, xgboost: null, compiler: null, lleaves: null }
  return JSON.parse(readFileSync(cached('peers.json'), 'utf8'))
}

export function writePeers(peers: Peers): void {
  writeFileSync(cachedForWriting('peers.json'), `${JSON.stringify(peers, null, 2)}\n`)
}
