import { describe, expect, it } from 'vitest'
import {
  leftColumns,
  markdownTable,
  paragraph,
  point,
  toCount,
  toDecimal,
  toInterval,
  toSigned,
} from '#pipeline/report/text.ts'

describe('numbers in the report', () => {
  it('counts have commas between thousands', () => {
    expect([0, 999, 1000, 64_210, 1_234_567].map(toCount)).toEqual(['0', '999', '1,000', '64,210', '1,234,567'])
  })

  it('decimals have four digits and a true minus sign, and no sign when they round to zero', () => {
    expect([0.56712, -0.1, -0.00004, 0].map(toDecimal)).toEqual(['0.5671', '−0.1000', '0.0000', '0.0000'])
    expect([0.00006, 0.00004, -0.00004, -0.002].map(toSigned)).toEqual(['+0.0001', '0.0000', '0.0000', '−0.0020'])
    expect(toInterval({ low: -0.01, high: 0.02 }, toSigned)).toBe('[−0.0100, +0.0200]')
  })
})

describe('paragraphs', () => {
  it('a paragraph breaks between words before 120 characters and loses no word', () => {
    const words = Array.from({ length: 60 }, (_, index) => `word${index}`)
    const lines = paragraph(words.slice(0, 7).join(' '), ...words.slice(7)).split('\n')
    expect(lines.every((line) => line.length <= 120)).toBe(true)
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.join(' ')).toBe(words.join(' '))
  })

  it('a paragraph never begins a line with characters that Markdown reads as a list', () => {
    const text = `${'a'.repeat(118)} 1. - b`
    expect(paragraph(text)).toBe(`${'a'.repeat(118)} 1. -\nb`)
  })

  it('a list item indents its further lines', () => {
    expect(point(`${'a'.repeat(80)} ${'b'.repeat(80)}`)).toBe(`- ${'a'.repeat(80)}\n  ${'b'.repeat(80)}`)
  })
})

describe('markdownTable', () => {
  it('a Markdown table aligns words left and numbers right, and escapes a vertical bar in a cell', () => {
    expect(markdownTable([...leftColumns('league'), 'n'], [['a|b', '3']])).toBe(
      '| league | n |\n| --- | ---: |\n| a\\|b | 3 |',
    )
  })
})
