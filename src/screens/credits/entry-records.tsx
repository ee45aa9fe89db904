import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import type { LedgerEntry } from '../../../contract/money/credits.ts'
import { recordLink } from '../../../contract/links.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { formatNumber } from '../../lib/format.ts'
import { useApi } from '../../lib/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'
import { entryRecordsQuery, pageSize } from './queries.ts'

export const EntryRecords = ({ entry }: { entry: Pick<LedgerEntry, 'id' | 'title'> }) => {
  const [page, setPage] = useState(0)
  const { data, error, refetch } = useQuery(entryRecordsQuery(useApi(), entry.id, page))
  const offline = useOffline()
  if (data === undefined)
    return error === null && !offline ? (
      <Delayed>
        <Skeleton className="my-2 w-64" />
      </Delayed>
    ) : (
      <p role="alert" className="py-1 text-13 text-ink-soft">
        {offline ? 'These records load when you’re online.' : 'We couldn’t load these records. '}
        {!offline && (
          <button type="button" className="font-medium underline" onClick={() => void refetch()}>
            Try again
          </button>
        )}
      </p>
    )
  const last = Math.max(0, Math.ceil(data.total / pageSize) - 1)
  return (
    <div role="region" aria-label={`Records of ${entry.title}`}>
      <ul className="grid gap-x-6 text-14 sm:grid-cols-2 lg:grid-cols-3">
        {data.records.map(({ id, category, name }) => (
          <li key={id} className="min-w-0">
            <Link
              href={recordLink(category, id)}
              className="flex min-h-control min-w-0 items-center text-ink hover:underline pointer-fine:min-h-8"
            >
              <span className="truncate" title={name}>
                {name}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {last > 0 && (
        <p className="tabular flex items-center gap-2 pt-1 text-13 text-ink-faint">
          {formatNumber(page * pageSize + 1)}–
          {formatNumber(Math.min(data.total, (page + 1) * pageSize))} of {formatNumber(data.total)}
          {page > 0 && (
            <Button size="sm" variant="quiet" onClick={() => setPage(page - 1)}>
              Previous
            </Button>
          )}
          {page < last && (
            <Button size="sm" variant="quiet" onClick={() => setPage(page + 1)}>
              Next
            </Button>
          )}
        </p>
      )}
    </div>
  )
}
