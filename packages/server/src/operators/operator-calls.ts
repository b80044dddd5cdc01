/** Further methods that commands may ask a running server for, by name: what another part of its process offers. */
export type OperatorCalls = Readonly<Record<string, (args: readonly unknown[]) => Promise<unknown>>>
