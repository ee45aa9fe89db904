import { useState } from 'react'
import { Unreachable } from '../../../lib/api-errors.ts'
import { useOffline } from '../../../lib/connectivity.ts'
import type { useRecords } from '../queries.ts'
import { companyCells } from '../../../shared/records-table/company-cells.tsx'
import { peopleCells } from '../../../shared/records-table/people-cells.tsx'
import { companiesAmong, peopleAmong } from '../../../shared/records/record-kind.ts'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { useSearchHandle } from '../search-context.ts'
import { ResultCards } from './result-cards.tsx'
import type { Layout } from './layout.ts'
import { ResultsTable } from './results-table.tsx'
import { SkeletonRows } from './skeleton-rows.tsx'
import { useLate } from '../../../lib/use-late.ts'

const EmptyResults = lazyComponent(() =>
  import('../lazy/empty-results.tsx').then((m) => m.EmptyResults),
)
const ResultsError = lazyComponent(() =>
  import('../lazy/results-error.tsx').then((m) => m.ResultsError),
)

export const ResultsBody = ({
  records,
  waiting,
  layout,
  space,
  onOpen,
  onMove,
}: {
  records: ReturnType<typeof useRecords>
  /** No results yet, or the first ones are rendering. */
  waiting: boolean
  layout: Layout
  /** The width of all columns together, in rem. */
  space: number
  onOpen: (id: string) => void
  onMove: (id: string) => void
}) => {
  const { state } = useSearchHandle()
  const { tab } = state
  const [now] = useState(() => Date.now())
  const offline = useOffline()
  const refreshing = useLate(records.isPlaceholderData || records.isRefetching, 400)
  if (records.isError)
    return <ResultsError error={records.error} onRetry={() => void records.refetch()} />
  // Offline must show at once, not after the timeout of every retry.
  if (records.data === undefined && offline)
    return (
      <ResultsError error={new Unreachable('network')} onRetry={() => void records.refetch()} />
    )
  if (records.data === undefined || waiting) return <SkeletonRows rows={state.size} />
  if (records.data.total === 0 && !records.isPlaceholderData) return <EmptyResults />
  const { records: rows, total, centres } = records.data
  if (layout === 'phone')
    return (
      <ResultCards
        category={tab}
        records={rows}
        centres={centres}
        refreshing={refreshing}
        now={now}
        onOpen={onOpen}
      />
    )
  const shared = { total, centres, space, refreshing, now, onOpen, onMove }
  return tab === 'company' ? (
    <ResultsTable
      key="company"
      category="company"
      cells={companyCells}
      records={companiesAmong(rows)}
      {...shared}
    />
  ) : (
    <ResultsTable
      key="people"
      category="people"
      cells={peopleCells}
      records={peopleAmong(rows)}
      {...shared}
    />
  )
}
