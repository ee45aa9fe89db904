import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EndpointOutput } from '../../../contract/core/endpoint.ts'
import type { api as calls } from '../../../contract/api.ts'
import { dayOf } from '../../../contract/core/days.ts'
import type { ApiClient } from '../../lib/api.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { describeError } from '../../lib/describe-error.ts'
import { formatCount } from '../../lib/format.ts'
import { csvType, saveFile } from '../../lib/save-file.ts'
import { useApi } from '../../lib/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { RecentFiles } from './recent-files.tsx'

type Work = EndpointOutput<(typeof calls)['work']>

/** For a company whose plan has ended: what is still there, as one file, and the downloads that have not expired. */
export const YourWork = ({ orgId }: { orgId: string }) => {
  const api = useApi()
  const offline = useOffline()
  const work = useQuery({
    queryKey: ['work', orgId],
    queryFn: ({ signal }) => api.work({}, { signal }),
  }).data
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const save = async (): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      saveFile(`fieldbook-work-${dayOf(Date.now())}.csv`, await fetchParts(api), csvType)
    } catch (error) {
      setFailure(`We couldn’t export your work. It’s still here. ${describeError(error).title}.`)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section
      aria-labelledby="your-work"
      className="rounded-md border border-line bg-card p-5 sm:p-6"
    >
      <h2 id="your-work" className="text-20 font-semibold">
        Your work is safe
      </h2>
      <p className="mt-1 max-w-text text-14 text-ink-soft">
        {work === undefined ? 'Everything you saved' : summaryOf(work)} is still here. Export it
        now, or pick up where you left off with a plan.
      </p>
      <div className="mt-4 flex flex-col items-start gap-2">
        <Button
          icon="download"
          busy={busy}
          disabledReason={offline ? 'You need a connection for this.' : undefined}
          onClick={() => void save()}
        >
          Export everything
        </Button>
        <p className="text-13 text-ink-faint">
          One CSV file: lists with their records, notes, visits and saved searches.
        </p>
        {failure !== null && <FormError>{failure}</FormError>}
      </div>
      <RecentFiles orgId={orgId} />
    </section>
  )
}

const fetchParts = async (api: Pick<ApiClient, 'workFile'>): Promise<string[]> => {
  const parts: string[] = []
  let after: string | undefined
  do {
    const { csv, next } = await api.workFile(after === undefined ? {} : { after }, partOptions)
    parts.push(csv)
    after = next ?? undefined
  } while (after !== undefined)
  return parts
}

const partOptions = { timeoutMs: 60_000 }

const summaryOf = ({ lists, searches, notes, visits }: Work): string => {
  const parts = [
    [lists, 'list', 'lists'],
    [searches, 'saved search', 'saved searches'],
    [notes, 'note', 'notes'],
    [visits, 'visit', 'visits'],
  ] as const
  const some = parts
    .filter(([count]) => count > 0)
    .map(([count, singular, plural]) => formatCount(count, singular, plural))
  if (some.length === 0) return 'Everything you saved'
  return some.length === 1
    ? `Your work (${some[0] ?? ''})`
    : `Your work (${some.slice(0, -1).join(', ')} and ${some.at(-1) ?? ''})`
}
