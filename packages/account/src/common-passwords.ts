import { readFileSync } from 'node:fs'

/**
 * Reads the passwords that many people use, in lower case: the 5,000 commonest of at least four characters, then all further
 * ones of twelve or more. Counted over ten million leaked passwords by Mark Burnett (public domain), as zxcvbn lists them:
 * zxcvbn-ts/zxcvbn 642ef8f, packages/languages/common/src/passwords.json. MIT licence, copyright 2012-2016 Dan Wheeler and
 * Dropbox, Inc., 2021 @zxcvbn-ts; without those that hold slurs, backslashes, dollars or backticks.
 */
export function readCommonPasswords(): readonly string[] {
  return readFileSync(new URL('../common-passwords.txt', import.meta.url), 'utf8')
    .trim()
    .split(/\s+/)
}
