import { useCallback, useMemo } from 'react'
import type { membersOf } from '../../offline/live.ts'
import { useLive } from '../../shared/offline/device.tsx'

/** The ids in a list on this device; null for a saved search, and while they load. */
export const useMembers = (
  listId: string | null,
  idsIn: typeof membersOf,
): ReadonlySet<string> | null => {
  const read = useCallback(
    (device: Parameters<typeof membersOf>[0]) =>
      listId === null ? Promise.resolve(null) : idsIn(device, listId),
    [listId, idsIn],
  )
  const ids = useLive(read, [read])
  return useMemo(() => (ids ? new Set(ids) : null), [ids])
}
