import { Link } from 'wouter'
import { links } from '../../../contract/links.ts'
import type { CompanyView } from '../../../contract/records/records.ts'
import { Icon } from '../../ui/icon.tsx'
import { Section } from '../../ui/section.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'
import type { PeopleToCall } from './people-to-call.ts'
import { PersonRow } from './person-row.tsx'

export const PeopleToCallSection = ({
  company,
  found: { people, fromDevice, described, retry },
}: {
  company: CompanyView
  found: PeopleToCall
}) => (
  <Section
    title="Who to call"
    aside={
      <Link
        href={`${links.company(company.id)}&tab=people`}
        className="inline-flex min-h-control items-center text-13 font-medium text-accent-strong hover:underline pointer-fine:min-h-0"
      >
        All people
      </Link>
    }
  >
    {retry !== null && (
      <p role="alert" className="text-13 text-danger">
        We couldn’t load contacts.{' '}
        <button
          type="button"
          className="inline-flex min-h-control items-center font-medium underline pointer-fine:min-h-0"
          onClick={retry}
        >
          Try again
        </button>
      </p>
    )}
    {retry === null && people === undefined && (
      <Delayed>
        <span className="flex flex-col gap-3 py-2">
          <Skeleton className="w-48" />
          <Skeleton className="w-40" />
        </span>
      </Delayed>
    )}
    {fromDevice && people !== undefined && (
      <p className="flex items-center gap-1.5 pb-1 text-13 text-ink-faint">
        <Icon name="mobile" size={14} />
        {people.length > 0
          ? 'Saved on this device'
          : 'No contacts saved on this device. They load when you’re back online.'}
      </p>
    )}
    {!fromDevice && people?.length === 0 && (
      <p className="text-14 text-ink-faint">
        {described ? 'No contacts here match the roles you sell to' : 'No contacts yet'}
      </p>
    )}
    {people !== undefined && people.length > 0 && (
      <ul>
        {people.map(({ person, as }) => (
          <PersonRow key={person.id} person={person} as={as} />
        ))}
      </ul>
    )}
  </Section>
)
