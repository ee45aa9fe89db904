import { trafficBands } from '../../contract/search/bands.ts'
import type { Company, Office, Place } from '../../contract/records/records.ts'
import { nameKey } from '../entity-matching/name-keys.ts'
import type { SignalDraft } from '../signals/adding.ts'
import {
  addressWords,
  headcountMoved,
  hiringSurge,
  officeChanged,
  registerChanged,
  technologyChanged,
  trafficMoved,
  type RegisterField,
} from './company-events.ts'
import { limits } from './limits.ts'
import { signalOf, type Event, type Telling } from './telling.ts'

/**
 * What the change of a company tells. Two sources count, spell and look differently: only where the one that told before tells now is
 * a difference a change. A company that was not known before tells nothing; `trustIn` is how far a field of this source is believed.
 */
export const companySignals = (
  { before, after }: { before: Company; after: Company },
  told: Telling,
  trustIn: (field: keyof Company) => number = () => told.trust,
): SignalDraft[] => {
  const sameTeller = (field: keyof Company): boolean =>
    provenanceOf(before, field)?.source === told.source
  return looks
    .filter(({ field }) => before[field] !== after[field] && sameTeller(field))
    .flatMap(({ field, look }) =>
      look(before, after, told).map((event) =>
        signalOf(event, { company: after }, { ...told, trust: trustIn(field) }),
      ),
    )
}

type Look = (before: Company, after: Company, told: Telling) => Event[]

const provenanceOf = (company: Company, field: string) =>
  company.provenance[field] ?? company.provenance['*']

const headcount =
  (field: 'employees_local' | 'employees_global'): Look =>
  (before, after, told) => {
    const [from, to] = [before[field], after[field]]
    if (from === undefined || to === undefined) return []
    const moved = Math.abs(to - from)
    if (moved < limits.headcount.people || moved < from * limits.headcount.share) return []
    const since = provenanceOf(before, field)?.seen_at ?? told.day
    return [headcountMoved(after, { from, to, months: monthsBetween(since, told.day) })]
  }

const hiring: Look = (before, after) => {
  const [was, is] = [before.job_posts, after.job_posts]
  if (was === undefined || is === undefined || is.open < limits.hiring.open) return []
  const more = is.open - was.open
  if (more < limits.hiring.roles || more < was.open * limits.hiring.share) return []
  const [department] = Object.entries(is.by_department)
    .map(([name, count]) => [name, count - (was.by_department[name] ?? 0)] as const)
    .filter(([, growth]) => growth > 0)
    .toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
  return [
    hiringSurge(after, {
      open: is.open,
      baseline: was.open,
      ...(department !== undefined && { department: department[0] }),
    }),
  ]
}

const technologies: Look = (before, after) => {
  // Nothing known before is the first look, not a first technology.
  if (before.technographics.length === 0 || after.technographics.length === 0) return []
  const missing = (list: Company, other: Company) =>
    list.technographics.filter(({ name }) => !other.technographics.some((one) => one.name === name))
  const events = [
    ...missing(after, before).map((one) => ({ ...one, adopted: true })),
    ...missing(before, after).map((one) => ({ ...one, adopted: false })),
  ]
  if (events.length > limits.technologies) return []
  return events.map(({ name, category, adopted }) =>
    technologyChanged(after, { technology: name, group: category, adopted }),
  )
}

const offices: Look = (before, after, told) => {
  const [were, are] = [officesOf(before), officesOf(after)]
  // A file's further rows of one company are its other offices: what this telling itself has begun to list is not news.
  const since = provenanceOf(before, 'hq')?.seen_at ?? told.day
  if (were.length === 0 || are.length === 0 || since >= told.day) return []
  const missing = (list: Office[], other: Office[]): Office[] =>
    list.filter((office) => !other.some((one) => placeKey(one) === placeKey(office)))
  const opened = missing(are, were)
  const closed = missing(were, are)
  // As many gone as came: the company moved, or its addresses are spelled another way now.
  if (opened.length === closed.length || opened.length + closed.length > limits.offices) return []
  return [
    ...opened.map((office) => officeChanged(after, { office, opened: true, offices: are.length })),
    ...closed.map((office) => officeChanged(after, { office, opened: false, offices: are.length })),
  ]
}

const traffic: Look = (before, after) => {
  const place = ({ web_traffic: seen }: Company): number =>
    trafficBands.findIndex(({ value }) => value === seen?.band)
  const [was, is] = [place(before), place(after)]
  if (was < 0 || is < 0 || was === is) return []
  const label = (at: number): string => trafficBands[at]?.label ?? ''
  return [trafficMoved(after, { from: label(was), to: label(is), up: is > was })]
}

const register =
  (field: RegisterField, words: (company: Company) => string | undefined): Look =>
  (before, after) => {
    const [from, to] = [words(before), words(after)]
    return from === undefined || to === undefined || from === to
      ? []
      : [registerChanged(after, { field, from, to })]
  }

const renamed: Look = (before, after) =>
  nameKey(before.name) === nameKey(after.name)
    ? []
    : [registerChanged(after, { field: 'name', from: before.name, to: after.name })]

const moved: Look = (before, after) => {
  if (before.hq === undefined || after.hq === undefined || !differs(before.hq, after.hq)) return []
  const [from, to] = [addressWords(before.hq), addressWords(after.hq)]
  return [registerChanged(after, { field: 'address', from, to })]
}

/** In the order in which they are told. */
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
  { field: 'hq', look: moved },
  { field: 'employees_local', look: headcount('employees_local') },
  {
    field: 'employees_global',
    // Where the people here are counted, those elsewhere are not the news.
    look: (before, after, told) =>
      after.employees_local === undefined ? headcount('employees_global')(before, after, told) : [],
  },
  { field: 'job_posts', look: hiring },
  { field: 'technographics', look: technologies },
  { field: 'locations', look: offices },
  { field: 'web_traffic', look: traffic },
]

/** Another place, where both are known to a town or closer; the same told more exactly is no move. */
const differs = (one: Place, other: Place): boolean =>
  (['postcode', 'city', 'suburb', 'address'] as const).some((part) => {
    const [was, is] = [one[part], other[part]]
    return was !== undefined && is !== undefined && was.toLowerCase() !== is.toLowerCase()
  })

/** One place of business is told by hq alone. */
const officesOf = ({ locations, hq }: Company): Office[] =>
  locations.length > 0 || hq === undefined ? locations : [{ ...hq, is_hq: true }]

const placeKey = ({ country, state, postcode, city, suburb, address }: Place): string =>
  [country, state, postcode, city, suburb, address].join('|').toLowerCase()

const monthsBetween = (from: string, to: string): number =>
  Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / (30.4 * 86_400_000)))
