import type { CompanyView, PersonView } from '../../../contract/records.ts'
import { formatCount, formatDay, formatMoney, formatNumber } from '../../lib/format.ts'
import { signed } from './growth-bars.tsx'

/** Something that changed lately, in a sentence, and the field it is read from. */
export type Change = { text: string; field: string }

const lately = 180

/** What changed at a company lately, the strongest reason to call first: hiring, growth, technology, funding. `now` in ms since 1970. */
export const changesAt = (company: CompanyView, now: number): Change[] => {
  const { job_posts: jobs, headcount_growth: growth, funding, web_traffic: traffic } = company
  const changes: Change[] = []
  if (jobs && jobs.open > 0) {
    const [first] = Object.entries(jobs.by_department).toSorted(([, one], [, other]) => other - one)
    const most =
      first === undefined ? '' : `, most of them in ${first[0]} (${formatNumber(first[1])})`
    const newest =
      jobs.newest_at === undefined ? '' : `; the newest is of ${formatDay(jobs.newest_at)}`
    changes.push({
      text: `Hiring: ${formatCount(jobs.open, 'open job', 'open jobs')}${most}${newest}.`,
      field: 'job_posts',
    })
  }
  if (growth && Math.abs(growth.m12) >= 0.05)
    changes.push({
      text: `Head-count ${signed(growth.m12)} over 12 months, ${signed(growth.m3)} over the last 3.`,
      field: 'headcount_growth',
    })
  const fresh = company.technographics.filter((tech) => isLately(tech.first_seen, now))
  if (fresh.length > 0)
    changes.push({
      text: `New technology: ${fresh
        .slice(0, 3)
        .map(({ name, first_seen }) => `${name} since ${formatDay(first_seen ?? '')}`)
        .join(', ')}.`,
      field: 'technographics',
    })
  if (funding && isLately(funding.last_date, now))
    changes.push({
      text: `Funding: ${[funding.last_round, formatMoney(funding.total, funding.currency)]
        .filter((part) => part !== undefined)
        .join(', ')} in all, last on ${formatDay(funding.last_date ?? '')}.`,
      field: 'funding',
    })
  if (traffic?.trend === 'up')
    changes.push({ text: 'Visits to its website are rising.', field: 'web_traffic' })
  return changes
}

/** What changed for a person lately. */
export const changesFor = (person: PersonView, now: number): Change[] =>
  isLately(person.role_start, now)
    ? [
        {
          text: `New in the role: ${person.position} since ${formatDay(person.role_start ?? '')}.`,
          field: 'role_start',
        },
      ]
    : []

const isLately = (day: string | undefined, now: number): boolean =>
  day !== undefined && now - Date.parse(`${day}T00:00:00Z`) <= lately * 86_400_000
