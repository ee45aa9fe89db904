import type { CompanyView, PersonView } from '../../../contract/records/records.ts'
import {
  formatChange,
  formatCount,
  formatDay,
  formatMoney,
  formatNumber,
  formatPercent,
} from '../../lib/format.ts'
import { dayMs } from '../../../contract/core/days.ts'

/** A recent change in a sentence, what it is about, and its field; `say` is the wording for a call, where the change is good news. */
export type Change = { label: string; text: string; field: string; say?: string }

const recentDays = 180
/** A share of the headcount; a smaller change is no reason to call. */
const notableGrowth = 0.05

/** Recent changes of a company, the strongest reason to call first: hiring, growth, technology, funding. `now` in ms since 1970. */
export const changesAt = (company: CompanyView, now: number): Change[] => {
  const { job_posts: jobs, headcount_growth: growth, funding, web_traffic: traffic } = company
  const changes: Change[] = []
  if (jobs && jobs.open > 0) {
    const [first] = Object.entries(jobs.by_department).toSorted(
      ([, count], [, other]) => other - count,
    )
    const mostly = first === undefined ? '' : `, mostly in ${first[0]} (${formatNumber(first[1])})`
    const latest =
      jobs.newest_at === undefined ? '' : `; newest posted ${formatDay(jobs.newest_at)}`
    changes.push({
      label: 'Hiring',
      text: `Hiring: ${formatCount(jobs.open, 'open job', 'open jobs')}${mostly}${latest}.`,
      field: 'job_posts',
      say: `you have ${formatCount(jobs.open, 'open job', 'open jobs')}${first === undefined ? '' : `, mostly in ${first[0]}`}`,
    })
  }
  if (growth && Math.abs(growth.m12) >= notableGrowth)
    changes.push({
      label: 'Headcount',
      text: `Headcount ${formatChange(growth.m12)} over 12 months, ${formatChange(growth.m3)} over the last 3.`,
      field: 'headcount_growth',
      ...(growth.m12 > 0 && {
        say: `your team grew by ${formatPercent(growth.m12)} in a year`,
      }),
    })
  const fresh = company.technographics.filter((tech) => isLately(tech.first_seen, now))
  const [newest] = fresh
  if (newest !== undefined)
    changes.push({
      label: 'Technology',
      text: `New technology: ${fresh
        .slice(0, 3)
        .map(({ name, first_seen }) => `${name} since ${formatDay(first_seen ?? '')}`)
        .join(', ')}.`,
      field: 'technographics',
      say: `you’ve started using ${newest.name}`,
    })
  if (funding && isLately(funding.last_date, now))
    changes.push({
      label: 'Funding',
      text: `Funding: ${[funding.last_round, formatMoney(funding.total, funding.currency)]
        .filter((part) => part !== undefined)
        .join(', ')} in total, latest on ${formatDay(funding.last_date ?? '')}.`,
      field: 'funding',
      say: 'you closed a funding round',
    })
  if (traffic?.trend === 'up')
    changes.push({
      label: 'Website visits',
      text: 'Website visits are rising.',
      field: 'web_traffic',
      say: 'your website traffic is growing',
    })
  return changes
}

export const changesFor = (person: PersonView, now: number): Change[] =>
  isLately(person.role_start, now)
    ? [
        {
          label: 'Role',
          text: `New in the role: ${person.position} since ${formatDay(person.role_start ?? '')}.`,
          field: 'role_start',
        },
      ]
    : []

const isLately = (day: string | undefined, now: number): boolean =>
  day !== undefined && now - Date.parse(`${day}T00:00:00Z`) <= recentDays * dayMs
