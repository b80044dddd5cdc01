// Functions of float32 with the bits of glibc, by which C++ programs on Linux compute

import { leastPower, powerOfTwo } from './exp.ts'

const round = Math.fround

/**
 * ln x of a float32 with the bits of glibc's `logf`, which C++ programs on Linux give; seven results in a thousand are not the float32
 * nearest to the logarithm, but its neighbour.
 *
 * x = 2^k z, and ln x = k ln 2 - ln c + ln(1 + r) with r = c z - 1, where c is near 1 / z by four bits of z, and a short series in doubles.
 * Source of the constants: https://github.com/ARM-software/optimized-routines/blob/v24.05/math/logf_data.c
 *
 * @param x a float32, at least 0; NaN below
 * @example logFloat32(10) // => 2.3025851249694824
 */
export function logFloat32(x: number): number {
  if (!(x > 0 && x < Infinity)) return x === 0 ? -Infinity : x > 0 ? x : Number.NaN
  const isDenormal = x < 2 ** -126
  cell[0] = isDenormal ? x * 2 ** 23 : x
  const place = word[0]! - firstPlace // exponent, then 4 bits that select the part, then other digits
  const k = place >> 23
  const i = (place >> 19) & 15
  word[0]! -= k << 23
  const r = cell[0]! * inverse[i]! - 1
  const start = logarithm[i]! + (isDenormal ? k - 23 : k) * Math.LN2
  const square = r * r
  return round((fourth * square + (third * r + second)) * square + (start + r))
}

const cell = new Float32Array(1)
const word = new Int32Array(cell.buffer)

/** Bits of the float32 at which the first part begins, about 0.7. */
const firstPlace = 0x3f330000

// Coefficients of the series of ln(1 + r).
const second = -0.4999997485802103
const third = 0.333456765744066
const fourth = -0.25089342214237154

/** c of each part. */
const inverse = [
  1.398907162146528, 1.3403141896637998, 1.286432210124115, 1.2367150214269895, 1.1906977166711752, 1.1479821020556429,
  1.1082251448272158, 1.0711297413057381, 1.036437278977283, 1, 0.9492859795739057, 0.8951049428609004,
  0.8476821620351103, 0.8050314851692001, 0.7664671008843108, 0.731428603316328,
]

/** -ln c of each part. */
const logarithm = [
  -0.33569133332882284, -0.2929040563774074, -0.2518726580937369, -0.21245868807117255, -0.17453945183745634,
  -0.1380057072319758, -0.10275976698545139, -0.06871392447020525, -0.0357891387398228, 0, 0.05204517742929496,
  0.11081431298787942, 0.1652495223695143, 0.21687389031699977, 0.2659635028121397, 0.3127556664073557,
]

/**
 * e^x - 1 of a float32 of at most 0 with the bits of glibc's `expm1f`, as C++ programs on Linux give it: nine results in a hundred are not
 * the nearest float32, but its neighbour.
 *
 * x = k ln 2 + y with |y| at most half of ln 2, and e^y - 1 from a short series, each step in float32.
 * Source: https://github.com/bminor/glibc/blob/glibc-2.36/sysdeps/ieee754/flt-32/s_expm1f.c
 *
 * @example expm1Float32(-1) // => -0.6321205496788025
 */
export function expm1Float32(x: number): number {
  if (x > -(2 ** -25)) return x
  if (x < -18) return -1
  const k = partsOf(x)
  const high = round(x - round(k * ln2High))
  const low = round(k * ln2Low)
  const y = round(high - low)
  const half = round(0.5 * y)
  const square = round(y * half)
  const series = coefficients.reduce((sum, coefficient) => round(coefficient + round(square * sum)), 0)
  const t = round(3 - round(series * half))
  const e = round(square * round(round(series - t) / round(6 - round(y * t))))
  if (k === 0) return round(y - round(round(y * e) - square))
  const rest = round(round(high - y) - low)
  const correction = round(round(round(y * round(e - rest)) - rest) - square)
  if (k === -1) return round(round(0.5 * round(y - correction)) - 0.5)
  return round(round(1 - round(correction - y)) * powerOfTwo[k - leastPower]! - 1)
}

const ln2High = round(6.9313812256e-1)
const ln2Low = round(9.0580006145e-6)

/** Q5 to Q1 of the source, and 1. */
const coefficients = [-2.0109921195e-7, 4.0082177293e-6, -7.936507609e-5, 1.5873016091e-3, -3.3333335072e-2, 1].map(
  round,
)

/** k of x, which is at most 0. */
function partsOf(x: number): number {
  if (x >= -0.3465735912322998) return 0
  if (x > -1.0397207736968994) return -1
  return Math.trunc(round(round(round(1.4426950216) * x) - 0.5))
}
