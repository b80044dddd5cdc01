import fc from 'fast-check'
import { expect, it } from 'vitest'
import { passwordFault } from '#account/people/password-rules.ts'
import { readStatic } from '#account/read-static.ts'

const email = 'anna.lind+riot@mail.grand-hotel.co.uk'
const words = readStatic('common-passwords.txt').trim().split(/\s+/)

it.each([
  'correct horse battery staple',
  'Tuesday-Lantern-42',
  '  spaces around  ',
  'пароль-который-длинный',
  '💡🔑🎈🐎🌧️🪵🧭🗝️🎻🥨⚓',
  'q8Zr!mTw4Lk2',
  'dragon#8fK2!9x1pq',
  'swordfish lantern 12',
])('the password %s is accepted', (password) => {
  expect(passwordFault(password, email)).toBeNull()
})

it.each([
  ['Qw8!zTm4Lk2', 'Use at least 12 characters; this password has 11.'],
  ['💡'.repeat(11), 'Use at least 12 characters; this password has 11.'],
  ['x8!k'.repeat(33), 'Use at most 128 characters; this password has 132.'],
  ['abababababababab', 'Use at least 5 different characters.'],
  ['aB1!aB1!aB1!', 'Use at least 5 different characters.'],
])('the password %s is refused: %s', (password, fault) => {
  expect(passwordFault(password, email)).toBe(fault)
})

it('passwords of 128 code points are accepted, also when each takes two UTF-16 units', () => {
  const lights = ['💡', '🔑', '🎈', '🐎', '🌧', '🪵', '🧭', '🗝']
  expect(passwordFault(lights.join('').repeat(16), email)).toBeNull()
  expect(passwordFault(`${lights.join('').repeat(16)}x`, email)).toMatch('at most 128')
})

it.each([
  'password1234',
  'PASSWORD1234',
  'Password-2026!',
  '123456password',
  'passwordpassword',
  'qwertyuiop[]',
  'iloveyou!!2026',
  'letmeinletmein',
  '123456789012',
  '1234567890123',
  '0123456789012345',
  'abcdefghijkl',
  'zyxwvutsrqponm',
  'qwerty123456',
  '1q2w3e4r5t6y',
])('the password %s is refused as a common one', (password) => {
  expect(passwordFault(password, email)).toMatch(/^Many people use this password/)
})

it('the list has over 3,000 common passwords, none twice, and each of 12 characters or more is refused in any case', () => {
  expect(words.length).toBeGreaterThanOrEqual(5000)
  expect(new Set(words).size).toBe(words.length)
  for (const word of words.filter(({ length }) => length >= 12))
    for (const typed of [word, word.toUpperCase()]) expect(passwordFault(typed, email), typed).not.toBeNull()
})

it('a common password with digits and symbols around it is refused', () => {
  const letters = words.filter((word) => /^[a-z]{6,}$/.test(word))
  fc.assert(
    fc.property(
      fc.constantFrom(...letters),
      fc.stringMatching(/^[0-9!#%.]{6,9}$/),
      fc.boolean(),
      (word, around, isAhead) => {
        expect(passwordFault(isAhead ? `${around}${word}` : `${word}${around}`, email)).not.toBeNull()
      },
    ),
  )
})

it.each([
  'riftline-xk8!',
  'RiftLine-RiftLine-9!x',
  'annalind-Anna2',
  'anna.lind+riot',
  'grand-hotel-Lind7!',
  'mail-riot-grandx!',
  'grandhotelriot!',
])('the password %s is refused: too little remains without riftline and parts of the address', (password) => {
  expect(passwordFault(password, email)).toMatch(/^Use at least 6 characters besides/)
})

it('parts of an address with fewer than three letters are not removed from a password', () => {
  expect(passwordFault('co-uk-al-7!xqz', 'al@co.uk')).toBeNull()
})
