import { afterEach, beforeEach, expect, vi } from 'vitest'

const methods = ['log', 'info', 'warn', 'error', 'debug'] as const

/** A library that prints is a defect: any console call fails the test that made it. */
export function failOnConsole(): void {
  beforeEach(() => {
    for (const method of methods) if (!vi.isMockFunction(console[method])) vi.spyOn(console, method)
  })

  afterEach(() => {
    for (const method of methods) {
      const spy = vi.mocked(console[method])
      if (spy.mock.calls.length === 0) continue
      const calls = spy.mock.calls.slice()
      spy.mockRestore()
      expect(calls, `console.${method} was called`).toEqual([])
    }
  })
}
