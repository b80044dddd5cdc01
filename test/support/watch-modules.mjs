import { appendFileSync } from 'node:fs'
import { register } from 'node:module'

// Preloaded into a process of its own: adds the URL of each module that it loads to the file MODULES_FILE, and behaves as if
// the package ABSENT_PACKAGE were not installed. Its hooks run in a thread that loads this file too.

const { MODULES_FILE: file = '', ABSENT_PACKAGE: absent } = process.env

if (!import.meta.url.endsWith('#hooks')) register(`${import.meta.url}#hooks`)

export async function resolve(specifier, context, next) {
  if (specifier !== absent) return next(specifier, context)
  const error = new Error(`Cannot find package '${specifier}' imported from ${context.parentURL}`)
  throw Object.assign(error, { code: 'ERR_MODULE_NOT_FOUND' })
}

export async function load(url, context, next) {
  if (file !== '') appendFileSync(file, `${url}\n`)
  return next(url, context)
}
