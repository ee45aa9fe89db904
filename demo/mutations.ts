import { officeBand, sizeBand, trafficBands } from '../contract/search/bands.ts'
import { cameBack } from '../contract/records/career.ts'
import type { Company, Office, Person, Provenance } from '../contract/records/records.ts'
import type { Contact } from '../server/platform/db/tables.ts'
import { technologyGroupOf, technologyGroups } from '../server/catalog/technographics.ts'
import { towns } from '../server/catalog/towns.ts'
import { influencerOf } from '../server/catalog/positions.ts'
import { limits } from '../server/signal-detection/limits.ts'
import { toAddress } from '../server/signals/about.ts'
import { officeAt } from './offices.ts'
import type { Random } from './random.ts'
import { departmentFor, roleFor } from './roles.ts'
import { stackOf } from './stack.ts'
import { sectorOf } from './preferences.ts'
import type { Region } from './event-schedule.ts'

/* Each function keeps the field's source, and returns undefined where the change is impossible. */

const refreshProvenance = (company: Company, field: keyof Company, day: string): Company => {
  const before = provenanceIn(company, field)
  return {
    ...company,
    provenance: { ...company.provenance, [field]: { ...before, seen_at: day } },
  }
}

export const provenanceIn = (record: Company | Person, field: string): Provenance =>
  record.provenance[field] ??
  record.provenance['*'] ?? { source: 'Directory', seen_at: '2000-01-01', confidence: 0.6 }

export const postJobs = (random: Random, company: Company, day: string): Company | undefined => {
  const { job_posts: posts } = company
  if (posts === undefined) return undefined
  const more = Math.max(
    limits.hiring.roles + random.between(0, 3),
    limits.hiring.open - posts.open,
    Math.ceil(posts.open * (limits.hiring.share + random.next())),
  )
  const department = departmentFor(random, sectorOf(company))
  return refreshProvenance(
    {
      ...company,
      job_posts: {
        open: posts.open + more,
        by_department: {
          ...posts.by_department,
          [department]: (posts.by_department[department] ?? 0) + more,
        },
        newest_at: day,
      },
    },
    'job_posts',
    day,
  )
}

export const changeHeadcount = (
  random: Random,
  company: Company,
  day: string,
): Company | undefined => {
  const { employees_local: from, employees_global: everywhere, headcount_growth: growth } = company
  if (from === undefined) return undefined
  const share = limits.headcount.share + 0.02 + 0.2 * random.next()
  const moved = Math.max(limits.headcount.people + random.between(0, 4), Math.ceil(from * share))
  const to = random.chance(0.75) ? from + moved : from - moved
  if (to < 5) return undefined
  const global = everywhere === undefined ? to : Math.max(to, everywhere + to - from)
  const bands = { company_size: sizeBand(to), global_company_size: sizeBand(global) }
  const shifted = (fraction: number): number =>
    Math.round(((1 + fraction) * (to / from) - 1) * 100) / 100 + 0
  return refreshProvenance(
    {
      ...company,
      employees_local: to,
      ...(everywhere !== undefined && { employees_global: global }),
      ...(bands.company_size !== undefined && { company_size: bands.company_size }),
      ...(bands.global_company_size !== undefined && {
        global_company_size: bands.global_company_size,
      }),
      ...(growth && {
        headcount_growth: {
          m3: shifted(growth.m3),
          m6: shifted(growth.m6),
          m12: shifted(growth.m12),
        },
      }),
    },
    'employees_local',
    day,
  )
}

export const changeTechnology = (
  random: Random,
  company: Company,
  day: string,
): Company | undefined => {
  const current = company.technographics
  if (current.length < 2) return undefined
  if (current.length > 13 || random.chance(0.2)) {
    const dropped = random.pick(current)
    const left = current.filter(({ name }) => name !== dropped.name)
    return refreshProvenance({ ...company, technographics: left }, 'technographics', day)
  }
  const usual = stackOf(random, sectorOf(company), 3, company.domain !== undefined)
  const [category, products] = random.pick(Object.entries(technologyGroups))
  const fresh = [...usual.map(({ product }) => product), random.early(products)].find(
    (product) => !current.some(({ name }) => name === product),
  )
  if (fresh === undefined) return undefined
  const added = { name: fresh, category: technologyGroupOf(fresh) ?? category, first_seen: day }
  return refreshProvenance(
    { ...company, technographics: [...current, added] },
    'technographics',
    day,
  )
}

export const openOffice = (
  random: Random,
  company: Company,
  region: Region,
  day: string,
): Company | undefined => {
  const { hq, locations } = company
  const there = towns.filter(({ state, country }) =>
    region === 'NZ' ? country === 'NZ' : country === 'AU' && state === region,
  )
  if (hq === undefined || there.length === 0) return undefined
  const known: Office[] = locations.length > 0 ? locations : [{ ...hq, is_hq: true }]
  const office = officeAt(random, random.early(there), false)
  const offices = [...known, office]
  return refreshProvenance(
    { ...company, locations: offices, multiple_locations: officeBand(offices.length) },
    'locations',
    day,
  )
}

export const changeTraffic = (
  random: Random,
  company: Company,
  day: string,
): Company | undefined => {
  const at = trafficBands.findIndex(({ value }) => value === company.web_traffic?.band)
  const up = at === 0 || (at < trafficBands.length - 1 && random.chance(0.6))
  const band = at < 0 ? undefined : trafficBands[up ? at + 1 : at - 1]?.value
  if (band === undefined) return undefined
  const trend = up ? 'up' : 'down'
  return refreshProvenance({ ...company, web_traffic: { band, trend } }, 'web_traffic', day)
}

export const moveHeadOffice = (
  random: Random,
  company: Company,
  day: string,
): Company | undefined => {
  const { hq, locations } = company
  const town = towns.find(
    ({ state, postcode, name }) =>
      hq?.postcode === postcode && hq.state === state && name === (hq.suburb ?? hq.city),
  )
  const found = town && officeAt(random, town, true)
  // With only a town, the record would not change.
  if (hq?.address === undefined || found?.address === undefined) return undefined
  const next = toAddress(found)
  const offices = locations.map((office) => (office.is_hq ? { ...office, ...next } : office))
  return refreshProvenance({ ...company, hq: next, locations: offices }, 'hq', day)
}

export const promote = (
  random: Random,
  person: Person,
  company: Company,
  day: string,
): Person | undefined => {
  const { seniority = '', department } = person
  const code = company.industry?.l2_code ?? ''
  if (department === undefined) return undefined
  for (const rank of above[seniority] ?? []) {
    const role = roleFor(random, code, department, rank)
    if (role === undefined || role.position.title === person.position_cleaned) continue
    const { title } = role.position
    const influencer = influencerOf(rank, department)
    const { influencer: _, ...rest } = person
    return {
      ...rest,
      position: title,
      position_cleaned: title,
      headline: `${title} at ${company.name}`,
      seniority: rank,
      ...(influencer !== undefined && { influencer }),
      role_start: day,
      history: [jobOf(person, company, day), ...person.history],
      provenance: withJobSeen(person, day),
    }
  }
  return undefined
}

const above: Readonly<Record<string, readonly string[]>> = {
  Entry: ['Staff', 'Senior'],
  Staff: ['Senior', 'Manager'],
  Senior: ['Manager', 'Head'],
  Manager: ['Director', 'Head', 'VP/GM'],
  Head: ['VP/GM', 'C-suite'],
  Director: ['Head', 'VP/GM', 'C-suite'],
}

/** The old email address and extension no longer apply, the new ones are unknown. */
export const changeEmployer = (
  { person, contact }: { person: Person; contact: Contact },
  from: Company,
  to: Company,
  day: string,
): { person: Person; contact: Contact } => {
  const { work_email: _, direct_phone: __, location: ___, ...rest } = person
  const { work_email: ____, direct_phone: _____, ...reach } = contact
  const { hq } = to
  const industry = to.industry?.l2
  const history = [jobOf(person, from, day), ...person.history]
  const { work_email: _source, direct_phone: _other, ...provenance } = withJobSeen(person, day)
  return {
    contact: reach,
    person: {
      ...rest,
      position: person.position_cleaned,
      headline: `${person.position_cleaned} at ${to.name}`,
      company_id: to.id,
      company: {
        name: to.name,
        ...(to.domain !== undefined && { domain: to.domain }),
        ...(industry !== undefined && { industry }),
        ...(to.company_size !== undefined && { size: to.company_size }),
      },
      ...(hq && {
        location: {
          ...(hq.city !== undefined && { city: hq.city }),
          ...(hq.state !== undefined && { state: hq.state }),
          country: hq.country,
        },
      }),
      role_start: day,
      history,
      previous_company_flag: cameBack({ ...person, company_id: to.id, role_start: day, history }),
      provenance,
    },
  }
}

const jobOf = (person: Person, company: Company, day: string): Person['history'][number] => ({
  company: company.name,
  company_id: company.id,
  title: person.position,
  ...(person.role_start !== undefined && { from: person.role_start }),
  to: day,
  type: 'historical',
})

const withJobSeen = (person: Person, day: string): Person['provenance'] => ({
  ...person.provenance,
  position: { ...provenanceIn(person, 'position'), seen_at: day },
  role_start: { ...provenanceIn(person, 'role_start'), seen_at: day },
})
