import { useMemo } from 'react'
import type { Category } from '../../../contract/records/records.ts'
import { useLive } from '../../shared/offline/device.tsx'
import { lists, savedSearches } from '../../offline/live.ts'

/** Whether another list or saved search of the user has this name: the server refuses duplicates in a category (product 2.3). */
export const useIsNameInUse = (category: Category): ((name: string) => boolean) => {
  const ofLists = useLive(lists)
  const ofSearches = useLive(savedSearches)
  return useMemo(() => {
    const names = new Set(
      [...(ofLists ?? []), ...(ofSearches ?? [])].flatMap(({ value }) =>
        value.isOwner && value.category === category ? [value.name.toLowerCase()] : [],
      ),
    )
    return (name) => names.has(name.toLowerCase())
  }, [ofLists, ofSearches, category])
}
