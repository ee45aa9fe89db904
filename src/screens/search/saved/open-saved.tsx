import { useLayoutEffect } from 'react'
import { Link, useLocation } from 'wouter'
import { links } from '../../../../contract/links.ts'
import { useLive } from '../../../shared/offline/device.tsx'
import { lastSyncedAt } from '../../../offline/live.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Delayed, Skeleton } from '../../../ui/skeleton.tsx'
import { addressOf } from '../use-search-url.ts'
import { criteriaOf, toSearchState, recentHistoryState } from './saved-criteria.ts'
import { unreadableMessage, useSavedAndRecent } from './use-saved-and-recent.ts'

export const OpenSaved = ({ kind, id }: { kind: 'saved' | 'recent'; id: string }) => {
  const { saved, recents, onlyRead, lost } = useSavedAndRecent()
  const agreed = useLive(lastSyncedAt)
  const [, navigate] = useLocation()
  const all = kind === 'saved' ? saved : recents
  const found = all?.find((item) => item.id === id)?.value

  useLayoutEffect(() => {
    if (found === undefined) return
    const criteria = criteriaOf(found)
    const { category } = found
    const opened =
      'rid' in found
        ? toSearchState(criteria, category, null)
        : toSearchState(criteria, category, id, found.coreAISearchPromptText)
    navigate(addressOf(opened), {
      replace: true,
      state: kind === 'saved' ? {} : recentHistoryState(id, criteria, category),
    })
  }, [found, id, kind, navigate])

  if (found !== undefined) return null
  const waits = !lost && (all === undefined || (agreed === undefined && !onlyRead))
  if (waits)
    return (
      <Delayed>
        <div role="status" className="flex flex-col gap-4 p-6">
          <span className="sr-only">Opening the search</span>
          <Skeleton className="h-6 w-56" />
          <Skeleton className="h-60 w-full" />
        </div>
      </Delayed>
    )
  return (
    <EmptyState
      drawing="search"
      heading="h1"
      title={onlyRead && !lost ? 'We can’t find this search' : 'This search isn’t on this device'}
      action={
        <Link href={links.newSearch()} className={buttonClass('primary')}>
          New search
        </Link>
      }
    >
      {lost
        ? unreadableMessage
        : agreed === null
          ? 'Still syncing. This search opens as soon as it’s ready.'
          : 'It may have been deleted, or isn’t shared with you.'}
    </EmptyState>
  )
}
