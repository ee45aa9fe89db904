import { useEffect, useRef } from 'react'
import { recentSaveMs } from '../../../../contract/constants.ts'
import { useLocal } from '../../../shared/offline/device.tsx'
import { criteriaKey, sameCriteria } from '../criteria-edit.ts'
import type { SearchHandle } from '../search-context.ts'
import { recentCategory } from './saved-criteria.ts'
import { loadSavedParts } from './lazy-parts.ts'

/** Stores the first change at once, later ones after a delay (spec 4). After a failure, the next change counts as the first. */
export const useRecentDraft = ({ state, previous, draft, pendingChange }: SearchHandle): void => {
  const local = useLocal()
  const startedDraft = useRef<string | null>(null)
  const { criteria, tab, saved } = state
  const changed = saved === null && !sameCriteria(criteria, previous)
  const key = `${tab} ${criteriaKey(criteria)}`

  useEffect(() => {
    // A new search started before the last change of this one was stored.
    pendingChange.keepNow(draft)
    if (draft === undefined || !changed) return
    const keep = (): void => {
      const category = recentCategory({ tab, criteria })
      loadSavedParts()
        .then(({ keepDraft }) => keepDraft(local, { rid: draft, category, criteria }))
        .catch(() => {
          // The device reports storage errors itself.
          if (startedDraft.current === draft) startedDraft.current = null
        })
    }
    if (startedDraft.current === draft) pendingChange.hold(draft, keep, recentSaveMs)
    else {
      startedDraft.current = draft
      keep()
    }
    // `key` represents the criteria and the tab.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key, draft, changed, local, pendingChange])

  useEffect(() => {
    const onHidden = (): void => {
      if (document.visibilityState === 'hidden') pendingChange.keepNow()
    }
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      document.removeEventListener('visibilitychange', onHidden)
      pendingChange.keepNow()
    }
  }, [pendingChange])
}
