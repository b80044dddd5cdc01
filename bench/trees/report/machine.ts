import { execFileSync } from 'node:child_process'
import { cpus } from 'node:os'
import { canPin } from '../../on-core.ts'
import { contestants } from '../contestants/contestants.ts'
import { readPeers } from '../peers/cache.ts'
import { isInstalled, type PackageName, packages } from '../peers/npm-packages.ts'

/** Paragraph on the machine and the versions of a run. */
export function describeRun(command: string): string {
  const peers = readPeers()
  const processors = cpus()
  const versions = [
    `Node ${process.versions.node} (V8 ${process.versions.v8})`,
    ...(peers.lightgbm === null ? [] : [`LightGBM ${peers.lightgbm.version}`]),
    ...(peers.xgboost === null ? [] : [`XGBoost ${peers.xgboost.version}`]),
    ...(peers.lleaves === null ? [] : [`lleaves ${peers.lleaves}`]),
    ...(Object.keys(packages) as PackageName[]).filter(isInstalled).map((name) => `${name} ${packages[name]}`),
    ...(peers.compiler === null ? [] : [peers.compiler]),
  ]
  const machine = `${processors[0]?.model.trim() ?? 'unknown processor'}, ${processors.length} cores, ${process.platform} ${process.arch}`
  const day = new Date().toISOString().slice(0, 10)
  return `\`${command}\` on ${day}, commit ${commit()}: ${machine}; ${versions.join('; ')}. ${contestants.length} contestants, one thread each${canPin ? ', all on the same core' : ''}.`
}

function commit(): string {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') === '' ? '' : ' with changes')
  } catch {
    return 'unknown'
  }
}
