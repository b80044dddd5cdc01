import { type Fs, isMissing, nodeFs } from '@riftline/base/node'

/** Reads a data folder that another process may make, fill or own, and makes nothing. */
export const readOnlyFs: Fs = {
  ...nodeFs,
  makeFolder: async () => {},
  syncFolder: async () => {},
  list: (folder) =>
    nodeFs.list(folder).catch((error: unknown) => {
      if (isMissing(error)) return []
      throw error
    }),
}
