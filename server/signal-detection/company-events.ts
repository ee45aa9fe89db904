import type { Company, Office, PostalAddress } from '../../contract/records/records.ts'
import { toAddress } from '../signals/about.ts'
import { formatCount, formatLocality, sizePoints, type Event } from './signal-draft.ts'

/* Shared by detectors and the demo's news, so that a type always reads the same. */

const compared = { label: 'Same source before and after', points: 20 }

export const headcountMoved = (
  { name }: Company,
  { from, to, months }: { from: number; to: number; months: number },
): Event => {
  const share = Math.abs(to - from) / Math.max(1, from)
  const percent = Math.round(share * 100)
  const grew = to > from
  const time = formatCount(months, 'month', 'months')
  return {
    slug: grew ? 'headcount_growth' : 'headcount_drop',
    title: grew
      ? `${name} grew by ${percent}% to ${people(to)}`
      : `${name} shrank by ${percent}% to ${people(to)}`,
    summary: `${name} went from ${people(from)} to ${people(to)} in ${time}.`,
    why_now: grew
      ? `${formatCount(to - from, 'new person', 'new people')} may need equipment, systems and desks.`
      : 'A smaller team often means contracts are under review.',
    metrics: { from, to, months, change_pct: grew ? percent : -percent },
    topics: ['Headcount', grew ? 'Growth' : 'Cost saving'],
    evidence: [compared, { label: `Change of ${percent}%`, points: sizePoints(share, 0.3, 30) }],
  }
}

export const hiringSurge = (
  { name }: Company,
  { open, baseline, department }: { open: number; baseline: number; department?: string },
): Event => {
  const share = (open - baseline) / Math.max(1, baseline)
  const percent = Math.round(share * 100)
  const maxPoints = department === undefined ? '' : `, mostly in ${department}`
  return {
    slug: 'hiring_surge',
    title: `${name} is hiring: ${formatCount(open, 'open role', 'open roles')}`,
    summary: `${name} is advertising ${formatCount(open, 'role', 'roles')}, up from ${baseline}${maxPoints}.`,
    why_now: `${formatCount(open - baseline, 'more open role', 'more open roles')} than before. New starters often need equipment and systems.`,
    metrics: {
      open_roles: open,
      baseline,
      change_pct: percent,
      ...(department !== undefined && { department }),
    },
    ...(department !== undefined && { department }),
    topics: ['Hiring', ...(department === undefined ? [] : [department])],
    evidence: [
      compared,
      { label: `${open} roles, up from ${baseline}`, points: sizePoints(share, 1.5, 30) },
    ],
  }
}

export const technologyChanged = (
  { name }: Company,
  { technology, group, adopted }: { technology: string; group: string; adopted: boolean },
): Event => ({
  slug: adopted ? 'tech_adopted' : 'tech_dropped',
  title: adopted ? `${name} has adopted ${technology}` : `${name} has dropped ${technology}`,
  summary: adopted
    ? `${technology} (${group}) was seen at ${name} for the first time.`
    : `${technology} (${group}) is no longer seen at ${name}.`,
  why_now: adopted
    ? `${name} may need help setting up ${technology}, and tools that work with it.`
    : `${name} may be looking for a replacement for ${technology}.`,
  metrics: { technology },
  topics: [technology, group],
  what: technology,
  evidence: [compared, { label: `${technology} is a known ${group} product`, points: 20 }],
})

export const officeChanged = (
  { name }: Company,
  { office, opened, offices }: { office: Office; opened: boolean; offices: number },
): Event => {
  const where = formatLocality(office)
  const address = formatAddress(office)
  return {
    slug: opened ? 'office_opened' : 'office_closed',
    title: opened
      ? `${name} opened an office in ${where}`
      : `${name} closed its office in ${where}`,
    summary: opened
      ? `${name} has a new office at ${address}, its ${ordinal(offices)}.`
      : `${name} is no longer at ${address}. It has ${formatCount(offices, 'office', 'offices')} left.`,
    why_now: opened
      ? `A new office in ${where} often needs a fit-out, internet and local suppliers.`
      : `Closing the ${where} office may free up a lease, equipment and contracts.`,
    metrics: { address },
    location: toAddress(office),
    topics: ['Offices', opened ? 'Expansion' : 'Consolidation', where],
    what: address,
    evidence: [
      compared,
      office.address === undefined
        ? { label: 'Town known, street not known', points: 10 }
        : { label: 'Street known', points: 20 },
    ],
  }
}

export const registerFieldNames = {
  name: 'name',
  address: 'registered address',
  status: 'status',
  gst: 'GST registration',
  listing: 'listing',
  code: 'exchange code',
} as const
export type RegisterField = keyof typeof registerFieldNames

export const registerChanged = (
  { name }: Company,
  { field, from, to }: { field: RegisterField; from: string; to: string },
): Event => ({
  slug: 'register_change',
  title: registerTitle(name, field, from, to),
  summary: `The ${registerFieldNames[field]} of ${name} changed from '${from}' to '${to}'.`,
  why_now: registerReason[field],
  // One figure names the changed field, as the list of types expects: name, address, status, gst.
  metrics: { change: field, from, to },
  topics: ['Register', registerFieldNames[field]],
  what: field,
  evidence: [compared, { label: 'Register entries before and after are known', points: 20 }],
})

const registerTitle = (name: string, field: RegisterField, from: string, to: string): string => {
  switch (field) {
    case 'name':
      return `${from} is now called ${to}`
    case 'address':
      return `${name} has a new registered address`
    case 'status':
      return `${name} is now ${to}`
    case 'gst':
      return `${name} is ${to} for GST`
    case 'listing':
      return `${name} has left the exchange`
    case 'code':
      return `${name} now trades as ${to}`
  }
}

const registerReason: Readonly<Record<RegisterField, string>> = {
  name: 'A new name often means new signs, domains and stationery, and sometimes new owners.',
  address: 'After a move, contracts tied to the old address may be up for renewal.',
  status: 'Check open quotes, credit and orders before your next call.',
  gst: 'GST registration follows turnover, so the business may have grown or shrunk.',
  listing:
    'Leaving an exchange often follows a takeover or a failure. Owners and suppliers may change.',
  code: 'A new code often comes with a new name or structure. Check your records and contracts.',
}

export const insolvencyNoticed = (
  { name }: Company,
  { from, to }: { from: string; to: string },
): Event => ({
  slug: 'legal_or_insolvency',
  title: `${name} is ${to}`,
  summary: `The register lists ${name} as ${to}. Before, it was ${from}.`,
  why_now: `Check open orders and payment terms with ${name} before you agree to anything new.`,
  metrics: { notice: to, from },
  topics: ['Legal notice', 'Register'],
  what: 'insolvency',
  evidence: [compared, { label: 'Register entries before and after are known', points: 20 }],
})

/** The value is of the contract in total, as last amended. */
export const contractAwarded = (
  { name }: Company,
  {
    contract,
    buyer,
    value,
    currency,
    end,
    work,
    amendment,
  }: {
    contract: string
    buyer: string
    value?: number
    currency: string
    end?: string
    work?: string
    amendment: number
  },
): Event => {
  const worth = value === undefined ? '' : `${formatMoney(value, currency)} `
  const until = end === undefined ? '' : ` It ends on ${end}.`
  const amended =
    amendment === 0 ? '' : ` It has been amended ${formatCount(amendment, 'time', 'times')}.`
  return {
    slug: 'contract_award',
    title: `${name} won a ${worth}contract from ${buyer}`,
    summary: `${buyer} awarded ${name} contract ${contract}${work === undefined ? '' : ` for ${work}`}.${until}${amended}`,
    why_now: `${name} may be hiring and buying to deliver it.`,
    metrics: {
      contract,
      buyer,
      ...(value !== undefined && { value, currency }),
      ...(end !== undefined && { end_date: end }),
      amendment,
    },
    topics: ['Contract award', 'Public sector'],
    what: contract,
    evidence: [
      { label: 'Published by the buyer', points: 30 },
      { label: 'Supplier is named', points: 15 },
    ],
  }
}

const formatMoney = (amount: number, currency: string): string => {
  const sign = { AUD: 'A$', NZD: 'NZ$', USD: 'US$' }[currency] ?? `${currency} `
  return `${sign}${Math.round(amount).toLocaleString('en-AU')}`
}

export const registered = (
  { name }: Company,
  { day, register }: { day: string; register: string },
): Event => ({
  slug: 'register_change',
  title: `${name} is new on the ${register}`,
  summary: `${name} was registered on ${day}.`,
  why_now: 'After a registration, bank, software and suppliers are often still open.',
  metrics: { change: 'registration', to: day },
  topics: ['Register', 'New registration'],
  what: 'registration',
  evidence: [
    { label: 'Registered since the last edition', points: 20 },
    { label: 'Day of registration is known', points: 20 },
  ],
})

export const listed = (
  { name }: Company,
  { exchange, code }: { exchange: string; code: string },
): Event => ({
  slug: 'ipo_listing',
  title: `${name} is listed on the ${exchange}`,
  summary: `${name} is on the ${exchange} list for the first time, under the code ${code}.`,
  why_now: 'Newly listed companies often have money to invest and new reporting duties.',
  metrics: { exchange, code },
  topics: ['Exchange listing', exchange],
  what: `${exchange}:${code}`,
  evidence: [
    { label: 'Not on the previous full list', points: 30 },
    { label: 'Full list from the exchange', points: 20 },
  ],
})

export const trafficMoved = (
  { name }: Company,
  { from, to, up }: { from: string; to: string; up: boolean },
): Event => ({
  slug: 'web_traffic_shift',
  title: `${name} has ${up ? 'more' : 'fewer'} website visitors`,
  summary: `Monthly website visits for ${name} went from ${from} to ${to}.`,
  why_now: up
    ? `${name} may need help keeping up with new interest.`
    : `${name} may be looking for ways to win visitors back.`,
  metrics: { from, to },
  topics: ['Web traffic', up ? 'Growth' : 'Decline'],
  evidence: [compared, { label: `Visits moved from ${from} to ${to}`, points: 15 }],
})

export const leaderMoved = (
  { name }: Company,
  about: {
    personName: string
    title: string
    hired: boolean
    department?: string
    seniority?: string
    other?: string
  },
): Event => {
  const { personName, title, hired, department, seniority, other } = about
  const elsewhere = other === undefined ? '' : hired ? `, from ${other}` : `, for ${other}`
  return {
    slug: hired ? 'leadership_hire' : 'leadership_exit',
    title: hired ? `${name} has a new ${title}` : `${title} leaves ${name}`,
    summary: hired
      ? `${personName} joined ${name} as ${title}${elsewhere}.`
      : `${personName}, ${title}, has left ${name}${elsewhere}.`,
    why_now: hired
      ? 'New leaders often review suppliers in their first 100 days.'
      : 'Someone else may be deciding until a replacement starts. Find out who.',
    metrics: { person: personName, title },
    ...(department !== undefined && { department }),
    ...(seniority !== undefined && { seniority }),
    position: title,
    topics: ['Leadership', ...(department === undefined ? [] : [department])],
    what: personName,
    evidence: [
      { label: 'Named person with a title', points: 20 },
      other === undefined
        ? { label: 'Company-wide role', points: 15 }
        : { label: 'Both employers are known', points: 25 },
    ],
  }
}

const people = (count: number): string => formatCount(count, 'person', 'people')

export const formatAddress = ({
  address,
  suburb,
  city,
  state,
  postcode,
  country,
}: PostalAddress): string =>
  [address, [suburb ?? city, state, postcode].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ') || country

const ordinal = (count: number): string => {
  const tail =
    count % 100 > 10 && count % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][count % 10] ?? 'th')
  return `${count}${tail}`
}
