/** 'persisted': the browser does not clear the storage; 'unknown': it does not say. */
export type Persistence = 'persisted' | 'may be cleared' | 'unknown'

/** Whether the browser may clear Fieldbook's storage when the device runs low on space. */
export const persistence = {
  state: async (storage: StorageManager | undefined = navigator.storage): Promise<Persistence> => {
    if (typeof storage?.persisted !== 'function') return 'unknown'
    const isPersisted = await storage.persisted().catch(() => null)
    return isPersisted === null ? 'unknown' : isPersisted ? 'persisted' : 'may be cleared'
  },
  /** Asks the browser not to clear the storage; some browsers ask the user. */
  ask: async (storage: StorageManager | undefined = navigator.storage): Promise<boolean> =>
    typeof storage?.persist === 'function' ? storage.persist().catch(() => false) : false,
}
