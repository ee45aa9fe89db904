import { trafficBands } from '../../contract/search/bands.ts'
import type { Company, Office, PostalAddress } from '../../contract/records/records.ts'
import { nameKey } from '../entity-matching/name-keys.ts'
import type { SignalDraft } from '../signals/add-signals.ts'
import {
  formatAddress,
  headcountMoved,
  hiringSurge,
  insolvencyNoticed,
  officeChanged,
  registerChanged,
  technologyChanged,
  trafficMoved,
  type RegisterField,
} from './company-events.ts'
import { limits } from './limits.ts'
import { signalOf, type Event, type SourceReport } from './signal-draft.ts'
import { dayMs } from '../../contract/core/days.ts'

/**
 * Sources count and spell differently, so only two reports of the same source are compared. A new company has none; `trustIn` is
 * the trust in a field of this source.
 */
export const companySignals = (
  { before, after }: { before: Company; after: Company },
  report: SourceReport,
  trustIn: (field: keyof Company) => number = () => report.trust,
): SignalDraft[] => {
  const isSameSource = (field: keyof Company): boolean =>
    provenanceOf(before, field)?.source === report.source
  return looks
    .filter(({ field }) => before[field] !== after[field] && isSameSource(field))
    .flatMap(({ field, look }) =>
      look(before, after, report).map((event) =>
        signalOf(event, { company: after }, { ...report, trust: trustIn(field) }),
      ),
    )
}

type Look = (before: Company, after: Company, report: SourceReport) => Event[]

const provenanceOf = (company: Company, field: string) =>
  company.provenance[field] ?? company.provenance['*']

const headcount =
  (field: 'employees_local' | 'employees_global'): Look =>
  (before, after, report) => {
    const [from, to] = [before[field], after[field]]
    if (from === undefined || to === undefined) return []
    const moved = Math.abs(to - from)
    if (moved < limits.headcount.people || moved < from * limits.headcount.share) return []
    const since = provenanceOf(before, field)?.seen_at ?? report.day
    return [headcountMoved(after, { from, to, months: monthsBetween(since, report.day) })]
  }

const hiring: Look = (before, after) => {
  const [was, is] = [before.job_posts, after.job_posts]
  if (was === undefined || is === undefined || is.open < limits.hiring.open) return []
  const more = is.open - was.open
  if (more < limits.hiring.roles || more < was.open * limits.hiring.share) return []
  const [department] = Object.entries(is.by_department)
    .map(([name, count]) => [name, count - (was.by_department[name] ?? 0)] as const)
    .filter(([, growth]) => growth > 0)
    .toSorted(([nameA, a], [nameB, b]) => b - a || (nameA < nameB ? -1 : 1))
  return [
    hiringSurge(after, {
      open: is.open,
      baseline: was.open,
      ...(department !== undefined && { department: department[0] }),
    }),
  ]
}

const technologies: Look = (before, after) => {
  // An empty value before is a first scan, not a first technology.
  if (before.technographics.length === 0 || after.technographics.length === 0) return []
  const missing = (list: Company, other: Company) =>
    list.technographics.filter(
      ({ name }) => !other.technographics.some((technology) => technology.name === name),
    )
  const events = [
    ...missing(after, before).map((technology) => ({ ...technology, adopted: true })),
    ...missing(before, after).map((technology) => ({ ...technology, adopted: false })),
  ]
  if (events.length > limits.technologies) return []
  return events.map(({ name, category, adopted }) =>
    technologyChanged(after, { technology: name, group: category, adopted }),
  )
}

const offices: Look = (before, after, report) => {
  const [were, are] = [officesOf(before), officesOf(after)]
  // Further rows of a company in the same file are its other offices, so offices added by this report are not news.
  const since = provenanceOf(before, 'hq')?.seen_at ?? report.day
  if (were.length === 0 || are.length === 0 || since >= report.day) return []
  const missing = (list: Office[], other: Office[]): Office[] =>
    list.filter(
      (office) => !other.some((candidate) => addressKey(candidate) === addressKey(office)),
    )
  const opened = missing(are, were)
  const closed = missing(were, are)
  // As many closed as opened: the company moved, or its addresses are now spelled differently.
  if (opened.length === closed.length || opened.length + closed.length > limits.offices) return []
  return [
    ...opened.map((office) => officeChanged(after, { office, opened: true, offices: are.length })),
    ...closed.map((office) => officeChanged(after, { office, opened: false, offices: are.length })),
  ]
}

const traffic: Look = (before, after) => {
  const bandIndex = ({ web_traffic: seen }: Company): number =>
    trafficBands.findIndex(({ value }) => value === seen?.band)
  const [was, is] = [bandIndex(before), bandIndex(after)]
  if (was < 0 || is < 0 || was === is) return []
  const label = (at: number): string => trafficBands[at]?.label ?? ''
  return [trafficMoved(after, { from: label(was), to: label(is), up: is > was })]
}

const register =
  (field: RegisterField, describe: (company: Company) => string | undefined): Look =>
  (before, after) => {
    const [from, to] = [describe(before), describe(after)]
    return from === undefined || to === undefined || from === to
      ? []
      : [registerChanged(after, { field, from, to })]
  }

const renamed: Look = (before, after) =>
  nameKey(before.name) === nameKey(after.name)
    ? []
    : [registerChanged(after, { field: 'name', from: before.name, to: after.name })]

/** Where the plain status stays: a company in administration is still registered. */
const administration: Look = (before, after) => {
  const [from, to] = [before.register_status, after.register_status]
  if (from === undefined || to === undefined || before.status !== after.status) return []
  return isInsolvent(to)
    ? [insolvencyNoticed(after, { from, to })]
    : [registerChanged(after, { field: 'status', from, to })]
}

const isInsolvent = (status: string): boolean => /administration|liquidation|receiver/.test(status)

const moved: Look = (before, after) => {
  if (before.hq === undefined || after.hq === undefined || !differs(before.hq, after.hq)) return []
  const [from, to] = [formatAddress(before.hq), formatAddress(after.hq)]
  return [registerChanged(after, { field: 'address', from, to })]
}

const looks: readonly { field: keyof Company; look: Look }[] = [
  { field: 'name', look: renamed },
  {
    field: 'status',
    look: register('status', ({ status }) => (status === 'unknown' ? undefined : status)),
  },
  {
    field: 'gst_registered',
    look: register('gst', ({ gst_registered: on }) =>
      on === undefined ? undefined : on ? 'registered' : 'not registered',
    ),
  },
  { field: 'register_status', look: administration },
  { field: 'hq', look: moved },
  { field: 'employees_local', look: headcount('employees_local') },
  {
    field: 'employees_global',
    // If people here are counted, people elsewhere are not news.
    look: (before, after, report) =>
      after.employees_local === undefined
        ? headcount('employees_global')(before, after, report)
        : [],
  },
  { field: 'job_posts', look: hiring },
  { field: 'technographics', look: technologies },
  { field: 'locations', look: offices },
  { field: 'web_traffic', look: traffic },
]

/** More detail for the same place is not a move. */
const differs = (before: PostalAddress, after: PostalAddress): boolean =>
  (['postcode', 'city', 'suburb', 'address'] as const).some((part) => {
    const [was, is] = [before[part], after[part]]
    return was !== undefined && is !== undefined && was.toLowerCase() !== is.toLowerCase()
  })

/** A single office is in hq alone. */
const officesOf = ({ locations, hq }: Company): Office[] =>
  locations.length > 0 || hq === undefined ? locations : [{ ...hq, is_hq: true }]

const addressKey = ({ country, state, postcode, city, suburb, address }: PostalAddress): string =>
  [country, state, postcode, city, suburb, address].join('|').toLowerCase()

const monthsBetween = (from: string, to: string): number =>
  Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / (30.4 * dayMs)))
