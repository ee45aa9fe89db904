import { useLocation, useSearch } from 'wouter'
import { links } from '../../../../contract/links.ts'
import type { SavedSearch } from '../../../../contract/saved-work/searches.ts'
import { useIdentity } from '../../../session/use-identity.ts'
import { useLive, useLocal } from '../../../shared/offline/device.tsx'
import { bringBack, deleteSaved } from '../../../offline/deleted.ts'
import { savedSearches } from '../../../offline/live.ts'
import { changeSearch, saveSearch } from '../../../offline/searches.ts'
import type { MenuGroup, MenuItem } from '../../../ui/menu.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import { criteriaOf } from './kept.ts'
import { overlays, tellDeleted } from './overlays.ts'

/** What one may do with a saved search: one's own anything, as an admin also those others share, else a copy (spec 3, isOwner). */
export const useSavedMenu = (
  search: SavedSearch,
): { mayChange: boolean; groups: readonly MenuGroup[] } => {
  const { role, orgName } = useIdentity()
  const local = useLocal()
  const all = useLive(savedSearches) ?? []
  const [, navigate] = useLocation()
  const here = new URLSearchParams(useSearch()).get('saved') === search.id
  const mayChange = search.isOwner || (search.shared && role === 'admin')
  const told = (work: Promise<unknown>): void =>
    void work.catch(() => showToast({ title: 'We couldn’t save this change', tone: 'danger' }))

  const duplicate = async (): Promise<void> => {
    const { category, coreAISearchPromptText } = search
    const name = copyName(
      search.name,
      all.map(({ value }) => value.name),
    )
    const criteria = criteriaOf(search)
    const id = await saveSearch(local, { name, category, criteria, coreAISearchPromptText })
    navigate(links.savedSearch(id))
  }
  const remove = async (): Promise<void> => {
    const deleted = await deleteSaved(local, { of: 'search', value: search })
    tellDeleted(search.name, (device) => bringBack(device, deleted))
    if (here) navigate(links.newSearch())
  }

  const copy: MenuItem = { label: 'Duplicate', icon: 'copy', onSelect: () => told(duplicate()) }
  if (!mayChange) return { mayChange, groups: [{ items: [copy] }] }
  return {
    mayChange,
    groups: [
      {
        items: [
          {
            label: 'Rename',
            icon: 'edit',
            onSelect: () => {
              overlays.list = false
              overlays.asked = { about: 'rename', id: search.id }
            },
          },
          copy,
          {
            label: search.shared ? 'Stop sharing' : `Share with ${orgName ?? 'your company'}`,
            icon: search.shared ? 'lock' : 'share',
            hint: search.shared
              ? 'Only you will see it'
              : 'Everyone in your company can open and copy it',
            onSelect: () => told(changeSearch(local, search, { shared: !search.shared })),
          },
        ],
      },
      {
        items: [{ label: 'Delete', icon: 'trash', danger: true, onSelect: () => told(remove()) }],
      },
    ],
  }
}

/** 'Copy of X', with a number where there is one already; never longer than a name may be. */
export const copyName = (name: string, taken: readonly string[]): string => {
  const names = new Set(taken.map((one) => one.toLowerCase()))
  for (let number = 1; ; number += 1) {
    const start = number === 1 ? 'Copy of ' : `Copy ${number} of `
    const copy = (start + name).slice(0, 80).trimEnd()
    if (!names.has(copy.toLowerCase())) return copy
  }
}
