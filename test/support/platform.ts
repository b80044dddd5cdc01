/** Runs `act` while `process.platform` names another operating system. */
export async function onPlatform<T>(platform: NodeJS.Platform, act: () => T | Promise<T>): Promise<T> {
  const own = Object.getOwnPropertyDescriptor(process, 'platform')!
  Object.defineProperty(process, 'platform', { ...own, value: platform })
  try {
    return await act()
  } finally {
    Object.defineProperty(process, 'platform', own)
  }
}
