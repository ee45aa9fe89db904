import { Link } from 'wouter'
import { leftOn } from '../../../contract/records/career.ts'
import { links } from '../../../contract/links.ts'
import type { Employment, PersonView } from '../../../contract/records/records.ts'
import { formatCount, formatDay } from '../../lib/format.ts'
import { Section } from '../../ui/section.tsx'
import { sourceOf } from './facts.ts'

/** The jobs of a person; past ones are folded (product 2.2). */
export const Career = ({ person }: { person: PersonView }) => {
  const currentJobs = person.history.filter((job) => job.type === 'current')
  const current = currentJobs.length > 0 ? currentJobs : person.left ? [] : [roleOf(person)]
  const past = pastJobs(person)
  const source = person.history.length === 0 ? undefined : sourceOf(person, 'history')
  return (
    <Section
      title="Career"
      aside={
        source && (
          <span className="text-12 text-ink-faint">
            {source.source}, {formatDay(source.seen_at)}
          </span>
        )
      }
    >
      <Jobs jobs={current} />
      {past.length > 0 && (
        <details className="group/past">
          <summary className="flex min-h-control list-none items-center gap-1 text-14 font-medium text-accent-strong hover:underline">
            <span className="group-open/past:hidden">
              Show {formatCount(past.length, 'past job', 'past jobs')}
            </span>
            <span className="hidden group-open/past:inline">Hide past jobs</span>
          </summary>
          <Jobs jobs={past} />
        </details>
      )}
    </Section>
  )
}

/** With the role that a signal says has ended. */
const pastJobs = (person: PersonView): Employment[] => {
  const past = person.history.filter((job) => job.type === 'historical')
  return person.left && leftOn(person) === undefined
    ? [{ ...roleOf(person), to: person.left.on, type: 'historical' }, ...past]
    : past
}

const roleOf = ({
  position,
  company,
  company_id: id,
  role_start: from,
}: PersonView): Employment => ({
  title: position,
  company: company.name,
  company_id: id,
  ...(from !== undefined && { from }),
  type: 'current',
})

const Jobs = ({ jobs }: { jobs: readonly Employment[] }) => (
  <ul>
    {jobs.map((job) => (
      <li
        key={`${job.company} ${job.title} ${job.from ?? ''}`}
        className="flex flex-wrap items-baseline justify-between gap-x-4 border-b py-2 last:border-b-0"
      >
        <span className="min-w-0">
          <span className="block text-14 font-medium">{job.title}</span>
          <span className="block text-13 text-ink-soft">
            {job.company_id === undefined ? (
              job.company
            ) : (
              <Link href={links.company(job.company_id)} className="hover:underline">
                {job.company}
              </Link>
            )}
          </span>
        </span>
        <span className="text-13 text-ink-faint">{spanOf(job)}</span>
      </li>
    ))}
  </ul>
)

const spanOf = (job: Employment): string => {
  const from = job.from && formatDay(job.from)
  const to = job.to === undefined ? (job.type === 'current' ? 'now' : undefined) : formatDay(job.to)
  if (from === undefined) return to === undefined ? 'Dates unknown' : `until ${to}`
  return `${from} – ${to ?? 'unknown'}`
}
