import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Category } from '../../../../contract/records/records.ts'
import { useOffline } from '../../../lib/connectivity.ts'
import { useApi } from '../../../lib/use-api.ts'
import { useIdentity } from '../../../session/use-identity.ts'
import { useCrmCall } from '../../../shared/crm/connection.ts'
import {
  describeChange,
  hidesValues,
  outcomeLabels,
  valuesHidden,
} from '../../../shared/crm/dry-run-copy.ts'
import type { OutputOf } from '../../../offline/calls.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormSection } from '../../../ui/form-section.tsx'
import { ProblemState } from '../../../ui/problem-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

/** What the saved fields do with real records; writes nothing. */
export const Preview = ({
  connector,
  label,
  isChanged,
}: {
  connector: string
  label: string
  /** Changes wait to be saved. */
  isChanged: boolean
}) => {
  const offline = useOffline()
  const [shown, setShown] = useState<Category | null>(null)
  const reason = offline ? 'You’re offline' : isChanged ? 'Save your changes first' : undefined
  return (
    <FormSection
      title="Preview"
      lead={`See what a push does with five of your records. Nothing changes in ${label}.`}
    >
      <div className="flex flex-wrap gap-2">
        <Button disabledReason={reason} onClick={() => setShown('company')}>
          Preview five companies
        </Button>
        <Button disabledReason={reason} onClick={() => setShown('people')}>
          Preview five people
        </Button>
      </div>
      {shown !== null && reason === undefined && (
        <PreviewRows key={shown} connector={connector} label={label} category={shown} />
      )}
    </FormSection>
  )
}

/** The server waits for the CRM. */
const timeoutMs = 60_000
const size = 5

const PreviewRows = ({
  connector,
  label,
  category,
}: {
  connector: string
  label: string
  category: Category
}) => {
  const { data, error, refetch } = usePreview(connector, category)
  if (error)
    return (
      <ProblemState
        error={error}
        title={`We couldn’t check ${label}`}
        onRetry={() => void refetch()}
      />
    )
  if (data === undefined)
    return (
      <div role="status" aria-label={`Checking ${label}`}>
        <Skeleton className="h-40 w-full" />
      </div>
    )
  const { rows, counts, total, problems } = data
  if (problems.length > 0)
    return <p className="text-14 text-warn wrap-anywhere">{problems.join(' ')}</p>
  if (total === 0)
    return <p className="text-14 text-ink-soft">There are no records to preview yet.</p>
  return (
    <>
      {counts.unchanged > 0 && (
        <p role="status" className="text-14 text-ink-soft">
          {counts.unchanged} of {total} {counts.unchanged === 1 ? 'is' : 'are'} already up to date
          in {label}.
        </p>
      )}
      {rows.some(hidesValues) && <p className="text-14 text-ink-soft">{valuesHidden}</p>}
      {rows.length > 0 && (
        <ul aria-label="Preview" className="divide-y divide-line rounded-sm border border-line">
          {rows.map((row) => (
            <Row key={row.recordId} row={row} />
          ))}
        </ul>
      )}
    </>
  )
}

const Row = ({
  row: { name, outcome, reason, changes },
}: {
  row: OutputOf<'dryRun'>['rows'][number]
}) => (
  <li className="flex flex-col gap-0.5 px-3 py-2 text-13 text-ink-soft">
    <span className="flex items-baseline justify-between gap-3">
      <span className="min-w-0 text-14 font-medium text-ink wrap-anywhere">{name}</span>
      <Badge tone={outcome === 'conflict' ? 'warn' : 'plain'}>{outcomeLabels[outcome]}</Badge>
    </span>
    {reason !== null && <span>{reason}</span>}
    {changes.map((change) => (
      <span key={change.field} className="wrap-anywhere">
        {describeChange(change)}
      </span>
    ))}
  </li>
)

/** Downloaded records first: what is not paid for has no values to show. */
const usePreview = (connector: string, category: Category) => {
  const api = useApi()
  const { orgId } = useIdentity()
  const withToken = useCrmCall()
  return useQuery({
    queryKey: ['crm-preview', orgId, connector, category],
    queryFn: async ({ signal }) => {
      const idsOf = async (filters: Record<string, string[]>): Promise<string[]> => {
        const { records } = await api.records({ category, size, filters }, { signal })
        return records.map(({ id }) => id)
      }
      const downloaded = await idsOf({ 'cus-downloaded': ['Yes'] })
      const ids = downloaded.length > 0 ? downloaded : await idsOf({})
      const source = { kind: 'ids' as const, ids }
      return withToken((token) =>
        api.dryRun({ connector, token, category, source }, { signal, timeoutMs }),
      )
    },
    retry: false,
    // The fields may change before the next preview.
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
}
