import { useMemo } from 'react'
import type { Category } from '../../../contract/records/records.ts'
import { useLive } from '../../shared/offline/device.tsx'
import { lists, savedSearches } from '../../offline/live.ts'

/** Whether a list or saved search of one's own has a name already: the server takes no second one of a category (product 2.3). */
export const useTakenNames = (category: Category): ((name: string) => boolean) => {
  const ofLists = useLive(lists)
  const ofSearches = useLive(savedSearches)
  return useMemo(() => {
    const taken = new Set(
      [...(ofLists ?? []), ...(ofSearches ?? [])].flatMap(({ value }) =>
        value.isOwner && value.category === category ? [value.name.toLowerCase()] : [],
      ),
    )
    return (name) => taken.has(name.toLowerCase())
  }, [ofLists, ofSearches, category])
}
