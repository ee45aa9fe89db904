import { useLayoutEffect } from 'react'
import { Link, useLocation } from 'wouter'
import { links } from '../../../../contract/links.ts'
import { useLive } from '../../../shared/offline/device.tsx'
import { agreedAt } from '../../../offline/live.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Delayed, Skeleton } from '../../../ui/skeleton.tsx'
import { addressOf } from '../use-search-url.ts'
import { criteriaOf, openedAs, placeOfRecent } from './kept.ts'
import { lostWords, useKept } from './use-kept.ts'

/** A search of which the address only says the id: found on the device, or where that cannot be read on the server, and opened with its criteria in the address. */
export const OpenKept = ({ kind, id }: { kind: 'saved' | 'recent'; id: string }) => {
  const { saved, recents, onlyRead, lost } = useKept()
  const agreed = useLive(agreedAt)
  const [, navigate] = useLocation()
  const all = kind === 'saved' ? saved : recents
  const found = all?.find((one) => one.id === id)?.value

  useLayoutEffect(() => {
    if (found === undefined) return
    const criteria = criteriaOf(found)
    const { category } = found
    const opened =
      'rid' in found
        ? openedAs(criteria, category, null)
        : openedAs(criteria, category, id, found.coreAISearchPromptText)
    navigate(addressOf(opened), {
      replace: true,
      state: kind === 'saved' ? {} : placeOfRecent(id, criteria, category),
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
      icon={kind === 'saved' ? 'bookmark' : 'history'}
      heading="h1"
      title={onlyRead && !lost ? 'We can’t find this search' : 'This search isn’t on this device'}
      action={
        <Link href={links.newSearch()} className={buttonClass('primary')}>
          New search
        </Link>
      }
    >
      {lost
        ? lostWords
        : agreed === null
          ? 'Still syncing. This search opens as soon as it’s ready.'
          : 'It may have been deleted, or isn’t shared with you.'}
    </EmptyState>
  )
}
