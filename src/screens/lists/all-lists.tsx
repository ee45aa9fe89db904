import { useMemo, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { links } from '../../../contract/links.ts'
import { useIdentity } from '../../session/use-identity.ts'
import { formatCount } from '../../lib/format.ts'
import { useScreenSnapshot } from '../../lib/last-screen.ts'
import { useLayout } from '../../lib/use-media.ts'
import type { Deleted } from '../../offline/delete-saved.ts'
import { unsettled } from '../../offline/live.ts'
import { describeDecisions } from '../../shared/offline/decisions.ts'
import { useLive } from '../../shared/offline/device.tsx'
import { visitsFrom } from '../../shared/visits/last-visits.ts'
import { readOfflineLists } from '../../shared/visits/offline-lists.ts'
import { useMinute } from '../../ui/as-of.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'
import { FromServer, NeitherRead, onlyRead } from './from-server.tsx'
import { ListCards } from './list-cards.tsx'
import { ListTable } from './list-table.tsx'
import { NewList } from './new-list.tsx'
import type { SavedRow } from './saved-rows.ts'
import { UndoBar } from './undo-bar.tsx'
import { usePinning } from '../../shared/offline/use-pinning.tsx'
import { useSavedRows } from './use-saved-rows.ts'

/** All lists and saved searches, from this device, or from the server where the device cannot store them. */
export const AllLists = () => {
  const { rows, unread } = useSavedRows()
  const [deleted, setDeleted] = useState<Deleted | null>(null)
  return (
    <Page
      title="Lists"
      lead="Your lists and saved searches, plus any shared with you."
      actions={<NewList disabledReason={unread === null ? undefined : onlyRead} />}
    >
      <UndoBar deleted={deleted} onClose={() => setDeleted(null)} />
      <Undecided />
      {rows !== undefined && unread !== null && <FromServer unread={unread} className="mb-4" />}
      {rows !== undefined && <Rows rows={rows} onDeleted={setDeleted} />}
      {rows === undefined && unread?.lost !== true && (
        <Delayed>
          <div role="status" aria-label="Loading your lists" className="flex flex-col gap-3">
            <Skeleton className="h-11 w-full" />
            <Skeleton className="h-11 w-full" />
            <Skeleton className="h-11 w-full" />
          </div>
        </Delayed>
      )}
      {rows === undefined && unread?.lost === true && <NeitherRead unread={unread} />}
    </Page>
  )
}

/** Lists in conflict, which are not among the lists. */
const useDecisions = (): string | null =>
  describeDecisions(
    (useLive(unsettled)?.conflicts ?? []).filter(
      ({ table }) => table === 'lists' || table === 'members',
    ),
  )

const Undecided = () => {
  const decisions = useDecisions()
  return (
    decisions !== null && (
      <div className="mb-4">
        <Callout
          icon="warning"
          tone="warn"
          actions={
            <Link href={links.sync()} className={buttonClass('plain', 'sm')}>
              Open the Sync centre
            </Link>
          }
        >
          {decisions}
        </Callout>
      </div>
    )
  )
}

const Rows = ({
  rows,
  onDeleted,
}: {
  rows: readonly SavedRow[]
  onDeleted: (deleted: Deleted) => void
}) => {
  const layout = useLayout()
  const snapshotProps = useScreenSnapshot()
  const pinning = usePinning()
  const [, navigate] = useLocation()
  const requestedKind = new URLSearchParams(useSearch()).get('kind')
  const { role } = useIdentity()
  const offered = role === 'admin' ? kinds : kinds.filter(({ value }) => value !== 'suppression')
  const kind = offered.find(({ value }) => value === requestedKind)?.value ?? 'all'
  const visited = useVisited()
  const shown = useMemo(() => rows.filter(shownBy[kind]), [rows, kind])
  const hasDecisions = useDecisions() !== null
  if (rows.length === 0) return hasDecisions ? null : <NoLists />
  const Drawn = layout === 'desk' ? ListTable : ListCards
  return (
    <>
      <div className="-mx-1 mb-4 flex items-center justify-between gap-3 overflow-x-auto px-1 py-1 scroll-quiet">
        <Segmented
          label="Kind"
          value={kind}
          options={offered}
          onValueChange={(value) =>
            navigate(value === 'all' ? links.lists() : `${links.lists()}?kind=${value}`, {
              replace: true,
            })
          }
        />
        <span role="status" className="tabular shrink-0 text-13 text-ink-faint max-sm:sr-only">
          {formatCount(shown.length, 'list', 'lists')}
        </span>
      </div>
      {shown.length === 0 ? (
        <EmptyState drawing="blank" title={emptyTitles[kind]} heading="h2">
          {emptyTexts[kind]}
        </EmptyState>
      ) : (
        <div {...snapshotProps}>
          <Drawn rows={shown} pinning={pinning} onDeleted={onDeleted} visited={visited} />
        </div>
      )}
      {pinning.question}
    </>
  )
}

const useVisited = (): ReadonlyMap<string, number> => {
  const since = visitsFrom(useMinute())
  const found = useLive((device) => readOfflineLists(device, since), [since])
  return useMemo(
    () =>
      new Map(found?.flatMap(({ pin, visited }) => (visited > 0 ? [[pin.sourceId, visited]] : []))),
    [found],
  )
}

const kinds = [
  { value: 'all', label: 'All' },
  { value: 'lists', label: 'Lists' },
  { value: 'searches', label: 'Searches' },
  { value: 'offline', label: 'Offline' },
  { value: 'suppression', label: 'Suppression' },
] as const
type Shown = (typeof kinds)[number]['value']

const shownBy: Record<Shown, (row: SavedRow) => boolean> = {
  all: () => true,
  lists: ({ kind }) => kind !== 'dynamic',
  searches: ({ kind }) => kind === 'dynamic',
  offline: ({ pin }) => pin !== null,
  suppression: ({ kind }) => kind === 'suppression',
}
const emptyTitles: Record<Shown, string> = {
  all: 'No lists yet',
  lists: 'No lists yet, only saved searches',
  searches: 'No saved searches yet',
  offline: 'No offline lists yet',
  suppression: 'No suppression lists yet',
}

const emptyTexts: Record<Shown, string> = {
  all: 'Search, then add companies or people to a list.',
  lists: 'Search, then add companies or people to a list.',
  searches: 'Search, then choose Save search.',
  offline: 'Open a list while you’re online, then choose Make available offline.',
  suppression: 'Records in a suppression list stay out of searches and downloads.',
}

const NoLists = () => (
  <EmptyState
    drawing="blank"
    title="No lists yet"
    heading="h2"
    action={
      <Link href={links.newSearch()} className={buttonClass()}>
        Find companies
      </Link>
    }
  >
    Lists hold the companies or people you pick. Saved searches update themselves. Both work
    offline.
  </EmptyState>
)
