import { useState } from 'react'
import { Unreachable } from '../../../lib/api-errors.ts'
import { useOffline } from '../../../lib/connectivity.ts'
import type { useRecords } from '../queries.ts'
import { useColumnChoice } from '../column-choice.ts'
import { companiesAmong, peopleAmong } from '../record-kind.ts'
import { useSearchHandle } from '../search-context.ts'
import { drawnColumns } from './columns.ts'
import { companyCells } from './company-cells.tsx'
import { peopleCells } from './people-cells.tsx'
import { EmptyResults } from './empty-results.tsx'
import { ResultCards } from './result-cards.tsx'
import type { Layout } from './layout.ts'
import { ResultsError } from './results-error.tsx'
import { ResultsTable } from './results-table.tsx'
import { SkeletonRows } from './skeleton-rows.tsx'
import { useLate } from '../../../lib/use-late.ts'

/** The results, or why there are none. Rows stay until newer ones arrive. */
export const ResultsBody = ({
  records,
  waiting,
  layout,
  onOpen,
  onMove,
}: {
  records: ReturnType<typeof useRecords>
  /** No results yet, or the first ones are rendering. */
  waiting: boolean
  layout: Layout
  onOpen: (id: string) => void
  onMove: (id: string) => void
}) => {
  const { state } = useSearchHandle()
  const { tab } = state
  const { chosen } = useColumnChoice(tab)
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
  const rows = records.data.records
  if (layout === 'phone')
    return (
      <ResultCards
        category={tab}
        records={rows}
        refreshing={refreshing}
        now={now}
        onOpen={onOpen}
      />
    )
  const fixed = Object.keys(chosen.widths).length > 0
  const shared = { fixed, total: records.data.total, refreshing, now, onOpen, onMove }
  return tab === 'company' ? (
    <ResultsTable
      category="company"
      columns={drawnColumns(tab, chosen, companyCells)}
      records={companiesAmong(rows)}
      {...shared}
    />
  ) : (
    <ResultsTable
      category="people"
      columns={drawnColumns(tab, chosen, peopleCells)}
      records={peopleAmong(rows)}
      {...shared}
    />
  )
}
