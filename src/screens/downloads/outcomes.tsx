import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import type { EndpointOutput } from '../../../contract/core/endpoint.ts'
import {
  isOver,
  RowOutcome,
  visitsType,
  type downloadsEndpoints,
  type HistoryRow,
} from '../../../contract/money/downloads.ts'
import { links, recordLink } from '../../../contract/links.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { formatNumber } from '../../lib/format.ts'
import { useApi } from '../../lib/use-api.ts'
import { useIdentity } from '../../session/use-identity.ts'
import { useKnownIntegrations } from '../../shared/crm/integrations.ts'
import { isFile } from '../../offline/entities/download.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Menu } from '../../ui/menu.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CrmLinks, crmLabels } from './crm-links.tsx'
import { outcomeSize, outcomesQuery } from './queries.ts'

type Row = EndpointOutput<typeof downloadsEndpoints.downloadRows>['rows'][number]

export const Outcomes = ({ row }: { row: HistoryRow }) => {
  const offline = useOffline()
  const { role } = useIdentity()
  const [outcome, setOutcome] = useState<RowOutcome | null>(
    row.rows.failed + (row.rows.skipped ?? 0) > 0 ? 'failed' : null,
  )
  const [page, setPage] = useState(0)
  const crm = useKnownIntegrations()?.find(({ key }) => key === row.type.replace(/^ENRICH_/, ''))
  const over = isOver(row.status) && row.status !== 'INSUFFICIENT_CREDITS'
  const query = useQuery({
    ...outcomesQuery(useApi(), row, outcome, page),
    enabled: over && !offline,
  })
  if (!over) return null
  const nameOf = (each: RowOutcome | null): string => {
    if (each === 'failed' && !isFile(row.type)) return 'Failed or skipped'
    return each === null ? 'All rows' : outcomeLabels[each]
  }
  const choose = (next: RowOutcome | null): void => {
    setOutcome(next)
    setPage(0)
  }
  return (
    <section aria-label="Results by row">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-13 font-medium text-ink-faint">Results by row</h3>
        <Menu
          label={`${nameOf(outcome)}: choose which rows to show`}
          text={nameOf(outcome)}
          size="sm"
          variant="quiet"
          groups={[
            {
              items: [null, ...RowOutcome.options].map((each) => ({
                id: each ?? 'all',
                label: nameOf(each),
                checked: each === outcome,
                onSelect: () => choose(each),
              })),
            },
          ]}
        />
      </div>
      {query.data === undefined ? (
        offline ? (
          <p className="text-14 text-ink-soft">Rows load when you’re online.</p>
        ) : query.error === null ? (
          <Skeleton className="mt-2 h-24 w-full" />
        ) : (
          <p className="flex flex-wrap items-center gap-2 text-14 text-ink-soft">
            We couldn’t load the rows.
            <Button size="sm" onClick={() => void query.refetch()}>
              Try again
            </Button>
          </p>
        )
      ) : query.data.total === 0 ? (
        <p className="py-2 text-14 text-ink-soft">
          {outcome === null ? 'No rows' : 'No rows with this result'}
        </p>
      ) : (
        <>
          {query.data.rows.some(isRefused) && crm?.connection?.isWorking && role === 'admin' && (
            <Link href={links.crmFields(crm.key)} className={buttonClass('plain', 'sm')}>
              Map fields in {crm.label}
            </Link>
          )}
          <ol className="mt-1 divide-y divide-line border-y border-line">
            {query.data.rows.map((outcomeRow) => (
              <li key={outcomeRow.row} className="flex items-baseline gap-3 py-1.5 text-14">
                <span className="tabular w-9 shrink-0 text-right text-12 text-ink-faint">
                  {formatNumber(outcomeRow.row)}
                </span>
                <span className="min-w-0 flex-1">
                  {outcomeRow.recordId === null || row.type === visitsType ? (
                    <span className="wrap-anywhere">{outcomeRow.name}</span>
                  ) : (
                    <Link
                      href={recordLink(row.category, outcomeRow.recordId)}
                      // Inline, so that its first line aligns with the number.
                      className="py-1 wrap-anywhere hover:underline"
                    >
                      {outcomeRow.name}
                    </Link>
                  )}
                  {outcomeRow.reason !== null && !isItsLabel(outcomeRow) && (
                    <span className="block text-13 wrap-anywhere text-ink-soft">
                      {outcomeRow.reason}
                    </span>
                  )}
                  {outcomeRow.crm?.outcome === 'conflict' && row.canRetryFailed && (
                    <span className="block text-13 text-ink-soft">
                      Decide what it becomes when you retry.
                    </span>
                  )}
                  {outcomeRow.crm !== null && (
                    <CrmLinks result={outcomeRow.crm} label={crm?.label} />
                  )}
                </span>
                <span
                  className={cx(
                    'shrink-0 text-13',
                    isFailure(outcomeRow) ? 'text-danger' : 'text-ink-soft',
                  )}
                >
                  {labelOf(outcomeRow)}
                </span>
              </li>
            ))}
          </ol>
          <Pager page={page} size={outcomeSize} total={query.data.total} onPage={setPage} />
        </>
      )}
    </section>
  )
}

/** By the CRM, or for what the CRM needs. */
const isRefused = ({ crm }: Row): boolean => crm?.outcome === 'failed' || crm?.outcome === 'skipped'

const isFailure = ({ outcome, crm }: Row): boolean =>
  outcome === 'failed' && crm?.outcome !== 'skipped'

const labelOf = ({ outcome, crm }: Row): string => {
  if (crm !== null) return crmLabels[crm.outcome]
  return outcome === null ? 'Waiting' : outcomeLabels[outcome]
}

const isItsLabel = (row: Row): boolean => row.reason === labelOf(row).toLowerCase()

const outcomeLabels: Record<RowOutcome, string> = {
  delivered: 'Delivered',
  owned: 'Delivered, already revealed',
  suppressed: 'Left out',
  empty: 'Delivered, nothing new',
  failed: 'Failed',
  unmatched: 'No match found',
}
