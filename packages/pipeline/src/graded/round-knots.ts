import type { CalibrationCurve, CalibrationHierarchy } from '@riftline/core'

/** Rounds the corners of curves to eight digits, far below what they are known to, for half the size of the file. */
export function roundKnots({ model, curves, cells }: CalibrationHierarchy): CalibrationHierarchy {
  const entries = Object.entries(curves).map(([cell, curve]) => [cell, rounded(curve)] as const)
  return { model: rounded(model), curves: Object.fromEntries(entries), cells }
}

function rounded(curve: CalibrationCurve): CalibrationCurve {
  const knots = curve.knots.map(([x, y]) => [toDigits(x), toDigits(y)] as const)
  const distinct = knots.filter(([x], i) => i === 0 || x > knots[i - 1]![0])
  return { ...curve, knots: distinct }
}

function toDigits(value: number): number {
  return Math.round(value * 1e8) / 1e8
}
