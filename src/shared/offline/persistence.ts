/** kept: the browser does not clear it by itself; unknown: it cannot be asked. */
export type Persistence = 'kept' | 'may be cleared' | 'unknown'

/** Whether the browser may clear what this app keeps when the device runs low on room. */
export const persistence = {
  state: async (storage: StorageManager | undefined = navigator.storage): Promise<Persistence> => {
    if (typeof storage?.persisted !== 'function') return 'unknown'
    const kept = await storage.persisted().catch(() => null)
    return kept === null ? 'unknown' : kept ? 'kept' : 'may be cleared'
  },
  /** Asks for it; some browsers ask the person. */
  ask: async (storage: StorageManager | undefined = navigator.storage): Promise<boolean> =>
    typeof storage?.persist === 'function' ? storage.persist().catch(() => false) : false,
}
