import { useContext } from 'react'
import { useLocation } from 'wouter'
import { links } from '../../../../contract/links.ts'
import type { SavedSearch } from '../../../../contract/saved-work/searches.ts'
import { useIdentity } from '../../../session/use-identity.ts'
import { useLive, useLocal } from '../../../shared/offline/device.tsx'
import { bringBack, deleteSaved } from '../../../offline/delete-saved.ts'
import { savedSearches } from '../../../offline/live.ts'
import { changeSearch, saveSearch } from '../../../offline/searches.ts'
import type { MenuGroup, MenuItem } from '../../../ui/menu.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import { SearchContext } from '../search-context.ts'
import { criteriaOf } from './saved-criteria.ts'
import { overlays, showDeleted } from './overlays.ts'

/** The actions on a saved search: all on the user's own, for admins also on shared ones, otherwise a copy (spec 3, isOwner). */
export const useSavedMenu = (
  search: SavedSearch,
): { mayChange: boolean; groups: readonly MenuGroup[] } => {
  const { role, orgName } = useIdentity()
  const local = useLocal()
  const all = useLive(savedSearches) ?? []
  const [, navigate] = useLocation()
  const isOpen = useContext(SearchContext)?.state.saved === search.id
  const mayChange = search.isOwner || (search.shared && role === 'admin')
  const reportFailure = (work: Promise<unknown>): void =>
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
    showDeleted(search.name, (device) => bringBack(device, deleted))
    if (isOpen) navigate(links.newSearch())
  }

  const copy: MenuItem = {
    label: 'Duplicate',
    icon: 'copy',
    onSelect: () => reportFailure(duplicate()),
  }
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
              overlays.question = { about: 'rename', id: search.id }
            },
          },
          copy,
          {
            label: search.shared ? 'Stop sharing' : `Share with ${orgName ?? 'your company'}`,
            icon: search.shared ? 'lock' : 'share',
            hint: search.shared
              ? 'Only you will see it'
              : 'Everyone in your company can open and copy it',
            onSelect: () => reportFailure(changeSearch(local, search, { shared: !search.shared })),
          },
        ],
      },
      {
        items: [
          { label: 'Delete', icon: 'trash', danger: true, onSelect: () => reportFailure(remove()) },
        ],
      },
    ],
  }
}

/** 'Copy of X', with a number where that name exists; at most 80 characters. */
export const copyName = (name: string, existing: readonly string[]): string => {
  const names = new Set(existing.map((other) => other.toLowerCase()))
  for (let number = 1; ; number += 1) {
    const start = number === 1 ? 'Copy of ' : `Copy ${number} of `
    const copy = (start + name).slice(0, 80).trimEnd()
    if (!names.has(copy.toLowerCase())) return copy
  }
}
