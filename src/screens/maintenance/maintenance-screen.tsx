import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { links } from '../../../contract/links.ts'
import { ApiProblem } from '../../lib/api-errors.ts'
import { useApi } from '../../lib/use-api.ts'
import { formatTime, useMinute } from '../../ui/as-of.tsx'
import { Logo } from '../../ui/logo.tsx'

const pollMs = 15_000

/** Shows the server's words, asks until it answers again, and then returns to the address in `?from=`. */
export const MaintenanceScreen = () => {
  const [, navigate] = useLocation()
  const from = backTo(new URLSearchParams(useSearch()).get('from'))
  const api = useApi()
  const now = useMinute()
  const { isSuccess, error } = useQuery({
    queryKey: ['maintenance'],
    queryFn: ({ signal }) => api.configs({}, { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchInterval: pollMs,
    refetchOnWindowFocus: 'always',
  })
  useEffect(() => {
    if (isSuccess) navigate(from, { replace: true })
  }, [isSuccess, from, navigate])
  const body = error instanceof ApiProblem && error.code === 'maintenance' ? error.body : null
  const until = typeof body?.['until'] === 'string' ? Date.parse(body['until']) : Number.NaN
  return (
    <main className="safe-top safe-x grid min-h-dvh place-items-center">
      <div className="flex max-w-96 flex-col items-center gap-3 px-4 py-10 text-center">
        <Logo size={36} />
        <h1 className="text-26 font-semibold">Fieldbook is down for maintenance</h1>
        <p className="text-16 text-ink-soft">
          {body?.detail ?? 'Please check back in a few minutes.'}
        </p>
        {!Number.isNaN(until) && <p className="text-16">Expected back: {formatTime(until, now)}</p>}
        <p className="text-14 text-ink-soft">
          Your work is safe. This page reopens Fieldbook when it’s back. Meanwhile, you can use{' '}
          <Link href={links.offlineLists()} className="rounded-sm underline">
            your offline lists
          </Link>
          .
        </p>
      </div>
    </main>
  )
}

/** Only to a page of ours that is not this one. */
const backTo = (address: string | null): string =>
  address !== null && /^\/dashboard(?:[/?]|$)/.test(address) ? address : links.home()
