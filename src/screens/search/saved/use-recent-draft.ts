import { useEffect, useRef } from 'react'
import { useLocal } from '../../../shared/offline/device.tsx'
import { criteriaKey, sameCriteria } from '../criteria-edit.ts'
import type { SearchHandle } from '../search-context.ts'
import { keptCategory } from './kept.ts'
import { loadKept } from './lazy-parts.ts'

/** How long changes of a recent search rest before they are kept (spec 9). */
const keepAfterMs = 4_000

/**
 * Keeps a new search among the recent ones (spec 4): the first change at once, later ones when they have rested for 4 seconds or the
 * screen is left. Where the first could not be kept, the next change is the first again.
 */
export const useRecentDraft = ({ state, previous, draft, resting }: SearchHandle): void => {
  const local = useLocal()
  const begun = useRef<string | null>(null)
  const { criteria, tab, saved } = state
  const changed = saved === null && !sameCriteria(criteria, previous)
  const key = `${tab} ${criteriaKey(criteria)}`

  useEffect(() => {
    // Another search was begun before the last change of this one had rested.
    resting.keepNow(draft)
    if (draft === undefined || !changed) return
    const keep = (): void => {
      const category = keptCategory({ tab, criteria })
      loadKept()
        .then(({ keepDraft }) => keepDraft(local, { rid: draft, category, criteria }))
        .catch(() => {
          // The device itself tells what is wrong with its storage.
          if (begun.current === draft) begun.current = null
        })
    }
    if (begun.current === draft) resting.hold(draft, keep, keepAfterMs)
    else {
      begun.current = draft
      keep()
    }
    // `key` stands for the criteria and the tab.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key, draft, changed, local, resting])

  useEffect(() => {
    const onHidden = (): void => {
      if (document.visibilityState === 'hidden') resting.keepNow()
    }
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      document.removeEventListener('visibilitychange', onHidden)
      resting.keepNow()
    }
  }, [resting])
}
