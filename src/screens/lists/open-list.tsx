import { useState, type ComponentType } from 'react'
import { Link, useLocation } from 'wouter'
import { links } from '../../../contract/links.ts'
import { useLive } from '../../shared/offline/device.tsx'
import type { RecordPanelProps } from '../../shared/records/record-beside.tsx'
import type { FilterSlot } from '../../shared/search/filter-source.ts'
import { lastSyncedAt } from '../../offline/live.ts'
import type { Deleted } from '../../offline/delete-saved.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'
import { FromServer, NeitherRead } from './from-server.tsx'
import { ListBeside } from './list-beside.tsx'
import { ListHead } from './list-head.tsx'
import { ListRecords } from './list-records.tsx'
import { UndoBar } from './undo-bar.tsx'
import { usePinHead } from './use-pin-head.ts'
import { usePinning } from '../../shared/offline/use-pinning.tsx'
import { sourceOf } from './saved-rows.ts'
import { useSavedRows } from './use-saved-rows.ts'
import { useSeen } from './use-seen.ts'

export const OpenList = ({
  id,
  filters,
  recordPanel,
}: {
  id: string
  filters: FilterSlot | undefined
  recordPanel: ComponentType<RecordPanelProps> | undefined
}) => {
  const { rows, unread } = useSavedRows()
  const known = useLive(lastSyncedAt)
  const head = usePinHead(id)
  const row = rows?.find((each) => each.id === id)
  const pinning = usePinning()
  const [, navigate] = useLocation()
  const [deleted, setDeleted] = useState<Deleted | null>(null)
  useSeen(row)
  if (deleted !== null && !row)
    return (
      <Page title="Lists">
        <UndoBar deleted={deleted} onClose={() => navigate(links.lists(), { replace: true })} />
      </Page>
    )
  if (row)
    return (
      <ListBeside category={row.category} panel={recordPanel}>
        <div className="mx-auto w-full max-w-page px-4 pt-1 max-sm:flex max-sm:min-h-[calc(100dvh-var(--spacing-topbar)-var(--spacing-bottombar)-env(safe-area-inset-bottom))] max-sm:flex-col sm:px-8 sm:pt-6 sm:pb-12">
          <ListHead row={row} pinning={pinning} onDeleted={setDeleted} />
          {unread !== null && <FromServer unread={unread} className="mt-2" />}
          <ListRecords
            row={row}
            head={head}
            filters={filters}
            opensBeside={recordPanel !== undefined}
            onPin={() => pinning.pin(sourceOf(row))}
          />
          {pinning.question}
        </div>
      </ListBeside>
    )
  if (rows === undefined && unread?.lost === true)
    return (
      <Page title="List">
        <NeitherRead unread={unread} />
      </Page>
    )
  // Before the first pull, an unknown list may still exist.
  if (rows === undefined || (unread === null && (known === undefined || known === null)))
    return (
      <Delayed>
        <Page title="List">
          <div role="status" aria-label="Opening the list" className="flex flex-col gap-3">
            <Skeleton className="h-16 w-full" />
            <Skeleton className="h-16 w-full" />
          </div>
        </Page>
      </Delayed>
    )
  return (
    <EmptyState
      drawing="search"
      heading="h1"
      title="We can’t find this list"
      action={
        <Link href={links.lists()} className={buttonClass()}>
          All lists
        </Link>
      }
    >
      It may have been deleted, or you no longer have access.
    </EmptyState>
  )
}
