import { useCallback, useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { recordLink } from '../../../contract/links.ts'
import type { Category, RecordView } from '../../../contract/records/records.ts'
import { usePushItems } from '../../shared/crm/push-items.ts'
import { askToDownload, type ToDownload } from '../../shared/downloads/download-store.ts'
import { isMasked } from '../../shared/unlocks/masked.ts'
import { askToUnlock } from '../../shared/unlocks/unlock-store.ts'
import type { MenuItem } from '../../ui/menu.tsx'
import type { RecordsToAdd } from './add-records.ts'
import type { SavedRow } from './saved-rows.ts'

/** The actions of a record of a list; the function is stable while the actions are the same. */
export const useRecordActions = (
  { category, saved, isOnDevice }: SavedRow,
  mayChange: boolean,
  add: (records: RecordsToAdd) => void,
  remove: (ids: readonly string[]) => void,
): ((view: RecordView) => readonly MenuItem[]) => {
  const [, navigate] = useLocation()
  const pushItems = usePushItems()
  const latest = useRef({ add, remove, navigate })
  useEffect(() => {
    latest.current = { add, remove, navigate }
  })
  const isList = saved.of === 'list' && isOnDevice
  // A new function re-renders every row.
  return useCallback(
    (view) => [
      {
        label: 'Open',
        icon: 'eye',
        onSelect: () => latest.current.navigate(recordLink(category, view.id)),
      },
      ...(isOnDevice
        ? [
            {
              label: 'Add to another list',
              icon: 'list' as const,
              onSelect: () => latest.current.add({ category, ids: [view.id] }),
            },
          ]
        : []),
      ...(isMasked(view)
        ? [
            {
              label: 'Reveal',
              hint: '1 credit',
              icon: 'unlock' as const,
              onSelect: () =>
                askToUnlock({ category, source: { kind: 'ids', ids: [view.id] }, name: view.name }),
            },
          ]
        : []),
      {
        label: 'Download',
        icon: 'download',
        onSelect: () => askToDownload(whatOf(category, view)),
      },
      ...pushItems(whatOf(category, view)),
      ...(isList
        ? [
            {
              label: 'Remove from this list',
              icon: 'minus' as const,
              disabledReason: mayChange ? undefined : 'Only the owner can do this.',
              onSelect: () => latest.current.remove([view.id]),
            },
          ]
        : []),
    ],
    [category, isOnDevice, isList, mayChange, pushItems],
  )
}

const whatOf = (category: Category, { id, name }: RecordView): ToDownload => ({
  category,
  source: { kind: 'ids', ids: [id] },
  name,
})
