import { Link } from 'wouter'
import { links } from '../../../contract/links.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { useLive } from '../../shared/offline/device.tsx'
import { formatNumber, formatRecords } from '../../lib/format.ts'
import { useLate } from '../../lib/use-late.ts'
import { Icon } from '../../ui/icon.tsx'
import { Section } from '../../ui/section.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'
import { findCachedPeople } from '../../shared/records/cached-records.ts'
import { PersonRow } from './person-row.tsx'
import { peopleShown, usePeopleOf } from './queries.ts'

export const peopleSearch = (companyId: string): string =>
  `${links.newSearch()}?company_id=${companyId}&tab=people`

/** The people of a company, the most senior first; `except` leaves a person out of their colleagues. */
export const PeopleOfCompany = ({
  companyId,
  title,
  except,
}: {
  companyId: string
  title: string
  except?: string | undefined
}) => {
  const found = usePeopleOf(companyId)
  const offline = useOffline()
  const late = useLate(found.isPending)
  const fromDevice = found.data === undefined && (offline || late || found.isError)
  const cached = useLive(
    async (device) => (fromDevice ? findCachedPeople(device, companyId) : []),
    [fromDevice, companyId],
  )
  const people = (fromDevice ? (cached ?? []) : (found.data?.people ?? []))
    .filter((person) => person.id !== except)
    .slice(0, peopleShown)
  const known = fromDevice ? (cached?.length ?? 0) : (found.data?.total ?? 0)
  const total = Math.max(0, known - (except === undefined ? 0 : 1))
  return (
    <Section
      title={title}
      aside={
        total > 0 && <span className="tabular text-13 text-ink-faint">{formatNumber(total)}</span>
      }
    >
      {found.isPending && !fromDevice && (
        <Delayed>
          <span className="flex flex-col gap-3 py-2">
            <Skeleton className="w-48" />
            <Skeleton className="w-40" />
          </span>
        </Delayed>
      )}
      {found.isError && !offline && people.length === 0 && (
        <p role="alert" className="text-13 text-danger">
          We couldn’t load contacts.{' '}
          <button
            type="button"
            className="inline-flex min-h-control items-center font-medium underline pointer-fine:min-h-0"
            onClick={() => void found.refetch()}
          >
            Try again
          </button>
        </p>
      )}
      {fromDevice && (offline || people.length > 0) && (
        <p className="flex items-center gap-1.5 pb-1 text-13 text-ink-faint">
          <Icon name="mobile" size={14} />
          {people.length > 0 ? 'Saved on this device' : 'No contacts saved on this device'}
        </p>
      )}
      {found.isSuccess && people.length === 0 && (
        <p className="text-14 text-ink-faint">
          {except === undefined ? 'No contacts yet' : 'No colleagues yet'}
        </p>
      )}
      <ul>
        {people.map((person) => (
          <PersonRow key={person.id} person={person} />
        ))}
      </ul>
      {!fromDevice && total > people.length && (
        <Link
          href={peopleSearch(companyId)}
          className="inline-flex min-h-control items-center text-14 font-medium text-accent-strong hover:underline"
        >
          See all {formatRecords(total + (except === undefined ? 0 : 1), 'people')}
        </Link>
      )}
    </Section>
  )
}
