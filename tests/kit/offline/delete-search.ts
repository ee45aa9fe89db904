import { deleteSaved } from '../../../src/offline/delete-saved.ts'
import { savedSearches } from '../../../src/offline/live.ts'
import type { Local } from '../../../src/offline/outbox.ts'

export const deleteSearch = async (local: Local, id: string): Promise<void> => {
  const saved = (await savedSearches(local.device)).find((search) => search.id === id)
  if (!saved) throw new Error(`no saved search ${id} on this device`)
  await deleteSaved(local, { of: 'search', value: saved.value })
}
