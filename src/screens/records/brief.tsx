import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { links } from '../../../contract/links.ts'
import { noAccountIntelligence } from '../../../contract/org/account-intelligence.ts'
import type { CompanyView, PersonView } from '../../../contract/records/records.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { isListed } from '../../shared/do-not-call/do-not-call.ts'
import { intelligenceQuery } from '../../shared/account-fit/intelligence.ts'
import { useSignalPrefix } from '../../shared/signals/newest-signals.ts'
import { useApi } from '../../lib/use-api.ts'
import { useMinute } from '../../ui/as-of.tsx'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/section.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { ageOf } from './age.ts'
import { briefText, factsOf, happenedAt } from './brief-text.ts'
import { changesAt } from './changes.ts'
import { sourceOf } from './facts.ts'
import { openerOf } from './opener.ts'
import { Changes } from './signals.tsx'
import { usePeopleToCall } from './people-to-call.ts'
import { useSignalsOf } from './use-signals-of.ts'

export const Brief = ({ company }: { company: CompanyView }) => {
  const now = useMinute()
  const { data } = useQuery(intelligenceQuery(useApi()))
  const offline = useOffline()
  // Offline, a brief without the organisation's offers is better than none.
  const config = data?.config ?? (offline ? noAccountIntelligence : undefined)
  const { people, retry } = usePeopleToCall(company.id, config?.personas)
  const mayAsk = useSignalPrefix() !== null
  const { result } = useSignalsOf(company, mayAsk)
  if (config === undefined) return null
  const changes = changesAt(company, now)
  const facts = factsOf(company)
  const happened = happenedAt(result?.signals ?? [])
  const opener = openerOf(config, {
    company: company.name,
    person: people?.[0]?.person.first_name,
    // A fact last seen half a year ago is not news.
    changes: changes.filter(
      ({ field }) => ageOf(sourceOf(company, field)?.seen_at, now) !== 'stale',
    ),
  })
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(
        briefText(company, { facts, happened, changes, people: people ?? [], opener }),
      )
      showToast({ title: 'Brief copied' })
    } catch {
      showToast({ title: 'We couldn’t copy the brief', tone: 'danger' })
    }
  }
  return (
    <Section
      title="Brief"
      aside={
        <Button size="sm" icon="copy" onClick={() => void copy()}>
          Copy brief
        </Button>
      }
    >
      <div className="flex flex-col gap-4 rounded-md border border-line bg-card p-4">
        <Part title="Facts">
          <ul className="list-disc pl-5 text-14">
            {facts.map(({ text, source }) => (
              <li key={text}>
                {text} <span className="text-12 text-ink-faint">({source})</span>
              </li>
            ))}
          </ul>
        </Part>
        <Part title="Why now">
          {happened.length > 0 && (
            <ul aria-label="What happened">
              {happened.map(({ text, source }) => (
                <li key={text} className="border-b border-line py-2 text-14 last:border-b-0">
                  {text}
                  <span className="block text-12 text-ink-faint">{source}</span>
                </li>
              ))}
            </ul>
          )}
          {changes.length > 0 ? (
            <Changes record={company} changes={changes.slice(0, 4)} />
          ) : (
            happened.length === 0 && <p className="text-14 text-ink-faint">No recent changes</p>
          )}
        </Part>
        <Part title="Who to call">
          <ToCall people={people} retry={retry} described={config.personas.length > 0} />
        </Part>
        <Part title="Opening line">
          <p className="max-w-text text-14 wrap-anywhere">{opener}</p>
        </Part>
      </div>
    </Section>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <h3 className="pb-1 text-13 font-semibold text-ink-soft">{title}</h3>
    {children}
  </div>
)

const ToCall = ({
  people,
  retry,
  described,
}: {
  people: readonly { person: PersonView; as: string | null }[] | undefined
  retry: (() => void) | null
  described: boolean
}) => {
  const offline = useOffline()
  if (retry !== null && !offline)
    return (
      <p role="alert" className="text-13 text-danger">
        We couldn’t load contacts.{' '}
        <button
          type="button"
          className="inline-flex min-h-control items-center font-medium underline"
          onClick={retry}
        >
          Try again
        </button>
      </p>
    )
  if (people === undefined)
    return (
      <p className="text-14 text-ink-faint">
        {offline ? 'Loads when you’re back online' : 'Loading…'}
      </p>
    )
  if (people.length === 0)
    return (
      <p className="text-14 text-ink-faint">
        {described ? 'No contacts here match the roles you sell to' : 'No contacts yet'}
      </p>
    )
  return (
    <ul>
      {people.map(({ person, as }) => (
        <li key={person.id} className="py-1 text-14">
          <Link
            href={links.person(person.id)}
            className="font-medium text-accent-strong hover:underline"
          >
            {person.name}
          </Link>
          , {person.position}
          {as !== null && <span className="text-13 text-ink-faint"> · {as}</span>}
          {isListed(person) && (
            <span className="text-13 font-medium text-danger"> · Do not call</span>
          )}
        </li>
      ))}
    </ul>
  )
}
