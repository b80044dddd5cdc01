import { appendFileSync } from 'node:fs'
import * as nodeModule from 'node:module'

// Preload for a process: appends the URL of each module that it loads to the file MODULES_FILE, and acts as if the package
// ABSENT_PACKAGE were not installed. Node 20 has only hooks in a separate thread, which loads this file too; Node 26 warns
// about such hooks.

const { MODULES_FILE: file = '', ABSENT_PACKAGE: absent } = process.env

export function resolve(specifier, context, next) {
  if (specifier !== absent) return next(specifier, context)
  const error = new Error(`Cannot find package '${specifier}' imported from ${context.parentURL}`)
  throw Object.assign(error, { code: 'ERR_MODULE_NOT_FOUND' })
}

export function load(url, context, next) {
  if (file !== '') appendFileSync(file, `${url}\n`)
  return next(url, context)
}

const { register, registerHooks } = nodeModule
if (registerHooks !== undefined) registerHooks({ resolve, load })
else if (!import.meta.url.endsWith('#hooks')) register(`${import.meta.url}#hooks`)
