import { afterEach, beforeEach, expect, vi } from 'vitest'

const methods = ['log', 'info', 'warn', 'error', 'debug'] as const

/** Makes any console call fail the test that made it: a library that prints is a defect. */
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
