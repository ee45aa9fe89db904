import { personCompleteness } from '../server/importers/completeness.ts'
import type {
  DoNotCall,
  Employment,
  Person,
  PostalAddress,
  Provenance,
} from '../contract/records/records.ts'
import { foldText } from '../contract/search/search-doc.ts'
import type { Town } from '../server/catalog/towns.ts'
import { influencerOf } from '../server/catalog/positions.ts'
import { skillsOf } from '../server/catalog/skills.ts'
import type { Contact } from '../server/platform/db/tables.ts'
import { maskContact } from '../server/records/masking.ts'
import type { Calendar } from './calendar.ts'
import { dateSources, sources, verifyOn, type GeneratedCompany } from './companies.ts'
import { generateCompanyName, personName } from './company-names.ts'
import { addContactSources } from './contact-sources.ts'
import { sameCity, type Head } from './heads.ts'
import { landline, mobile, uuid } from './identifiers.ts'
import { missingInPeople as missing } from './missing.ts'
import { weighted, type Random } from './random.ts'
import { departmentFor, leadersOf, rankFor, roleFor, roleNamed, type Role } from './roles.ts'

export type GeneratedPerson = { person: Person; contact: Contact }

/** Leaders first, then the team by trade and size. */
export function* peopleOf(
  random: Random,
  head: Head,
  employer: GeneratedCompany,
  count: number,
  calendar: Calendar,
): Generator<GeneratedPerson, void, undefined> {
  const { code, sector } = head.market
  const leaders = leadersOf(random, code, sector, employer.band, count)
  const style = addressStyle(random)
  const usedAddresses = new Set<string>()
  for (let index = 0; index < count; index++) {
    const role = leaders[index] ?? teamRole(random, head, employer.band)
    yield personOf(random, head, employer, role, calendar, style, usedAddresses)
  }
}

const teamRole = (random: Random, head: Head, band: number): Role => {
  const { code, sector } = head.market
  for (let tries = 0; tries < 4; tries++) {
    const department = departmentFor(random, sector)
    const role = roleFor(random, code, department, rankFor(random, band))
    if (role !== undefined) return role
  }
  return roleNamed('Administration Officer')
}

const personOf = (
  random: Random,
  head: Head,
  { company, offices, band }: GeneratedCompany,
  role: Role,
  calendar: Calendar,
  style: AddressStyle,
  usedAddresses: Set<string>,
): GeneratedPerson => {
  const { position } = role
  const office = random.chance(0.6) ? (offices[0] ?? head.town) : random.early(offices)
  const { country } = office
  const [first, last] = personName(random, country)
  const written = writtenPosition(random, role, office, band)
  const inferredRank = random.chance(missing.seniority) ? undefined : position.seniority
  const inferredDepartment = random.chance(missing.department) ? undefined : position.department
  const influencer = influencerOf(inferredRank, inferredDepartment)
  const years = 11 * random.next() ** 2 + (random.chance(0.08) ? 8 * random.next() : 0)
  const started = random.chance(missing.role_start) ? undefined : calendar.daysAgo(20 + years * 365)
  const history = careerOf(random, head, role, calendar, Math.round(20 + years * 365))
  const key = foldText(`${first} ${last}`)
  const size = company.company_size
  const industry = company.industry?.l2
  const contact: Contact = {}
  const verifiedDays = 600 * random.next() ** 2

  const person: Person = {
    id: uuid(random),
    name: `${first} ${last}`,
    first_name: first,
    last_name: last,
    position: written,
    position_cleaned: position.title,
    ...(!random.chance(missing.headline) && { headline: `${written} at ${company.name}` }),
    ...(inferredRank !== undefined && { seniority: inferredRank }),
    ...(inferredDepartment !== undefined && { department: inferredDepartment }),
    ...(influencer !== undefined && { influencer }),
    company_id: company.id,
    company: {
      name: company.name,
      ...(company.domain !== undefined && { domain: company.domain }),
      ...(industry !== undefined && { industry }),
      ...(size !== undefined && { size }),
    },
    ...(!random.chance(missing.location) && { location: homeNear(random, office) }),
    ...(started !== undefined && { role_start: started }),
    history,
    skills: random.chance(missing.skills)
      ? []
      : random.some(skillsOf[position.department] ?? [], random.between(3, 6)),
    social: {},
    previous_company_flag: false,
    quality: { completeness: 0 },
    provenance: provenanceOf(random, calendar),
  }
  if (company.domain !== undefined && !random.chance(missing.work_email)) {
    const value = freeAddress(style, key, company.domain, usedAddresses)
    contact.work_email = value
    person.work_email = {
      masked: maskContact(value),
      deliverability: deliverability(random),
      ...(random.chance(0.85) && { verified_at: calendar.daysAgo(verifiedDays) }),
    }
  }
  if (!random.chance(missing.personal_email)) {
    const value = `${key.replaceAll(' ', '.')}${random.between(1, 99)}@${random.early(mailHosts)}`
    contact.personal_email = value
    person.personal_email = { masked: maskContact(value) }
  }
  if (!random.chance(missing.mobile)) {
    const value = mobile(random, country)
    contact.mobile = value
    person.mobile = {
      masked: maskContact(value),
      type: 'mobile',
      dnc: doNotCall(random, calendar, value),
    }
  }
  if (!random.chance(missing.direct_phone)) {
    const value = landline(random, country, office.state)
    contact.direct_phone = value
    person.direct_phone = { masked: maskContact(value) }
  }
  if (!random.chance(missing.linkedin_url)) {
    const tail = random.bits().toString(36).slice(0, 5)
    person.linkedin_url = `https://linkedin.example/in/${key.replaceAll(' ', '-')}-${tail}`
  }
  addContactSources(person, calendar)
  person.quality.completeness = personCompleteness(person)
  if (random.chance(0.88)) verifyOn(person, calendar.daysAgo(verifiedDays))
  dateSources(person)
  return { person, contact }
}

const writtenPosition = (random: Random, role: Role, office: Town, band: number): string => {
  const { title, seniority } = role.position
  const short = role.written.length > 0 && random.chance(0.32) ? random.pick(role.written) : title
  if (seniority === 'Staff' || seniority === 'Entry' || seniority === 'Intern') return short
  if (band >= 4 && random.chance(0.07)) return `Group ${short}`
  if (band >= 2 && random.chance(0.06)) return `${short} - ${office.state}`
  return short
}

/** In the office's city, often in another suburb. */
const homeNear = (random: Random, office: Town): PostalAddress => {
  const suburb = random.chance(0.5) ? random.pick(sameCity(office)) : office
  if (random.chance(0.3)) return { city: office.city, state: office.state, country: office.country }
  return {
    ...(suburb.name !== suburb.city && { suburb: suburb.name }),
    city: suburb.city,
    state: suburb.state,
    postcode: suburb.postcode,
    country: suburb.country,
    lat: suburb.lat,
    lng: suburb.lng,
    approx: true,
  }
}

const pastJobs = weighted([
  [0, 46],
  [1, 30],
  [2, 14],
  [3, 7],
  [4, 3],
])
const ranksBelow: Readonly<Record<string, readonly string[]>> = {
  'Owner/Founder': ['Manager', 'Senior', 'Staff'],
  'C-suite': ['VP/GM', 'Director', 'Head', 'Manager'],
  'Board/company director': ['C-suite', 'VP/GM', 'Director'],
  Partner: ['Director', 'Senior', 'Staff'],
  'VP/GM': ['Director', 'Head', 'Manager'],
  Head: ['Manager', 'Senior', 'Director'],
  Director: ['Head', 'Manager', 'Senior'],
  Manager: ['Manager', 'Senior', 'Staff'],
  Senior: ['Staff', 'Senior'],
  Staff: ['Staff', 'Entry'],
  Entry: ['Entry'],
  Intern: ['Entry'],
}

/** The latest first, at other companies of the same trade. */
const careerOf = (
  random: Random,
  head: Head,
  { position }: Role,
  calendar: Calendar,
  endedDaysAgo: number,
): Employment[] => {
  const jobs: Employment[] = []
  let until = endedDaysAgo + random.between(5, 120)
  let rank = position.seniority
  for (let left = pastJobs(random); left > 0; left--) {
    rank = random.early(ranksBelow[rank] ?? ['Staff'])
    const role = roleFor(random, head.market.code, position.department, rank)
    const from = until + random.between(200, 2200)
    jobs.push({
      company: generateCompanyName(random, head.market, head.town).name,
      title: role?.position.title ?? position.title,
      from: calendar.daysAgo(from),
      to: calendar.daysAgo(until),
      type: 'historical',
    })
    until = from + random.between(0, 200)
  }
  return jobs
}

type AddressStyle = (given: string, family: string) => string

const addressStyle: (random: Random) => AddressStyle = weighted<AddressStyle>([
  [(given, family) => `${given}.${family}`, 46],
  [(given) => given, 22],
  [(given, family) => `${given.slice(0, 1)}${family}`, 16],
  [(given, family) => `${given}${family.slice(0, 1)}`, 8],
  [(given, family) => `${given.slice(0, 1)}.${family}`, 5],
  [(given, family) => `${given}_${family}`, 3],
])

const freeAddress = (
  style: AddressStyle,
  name: string,
  domain: string,
  usedAddresses: Set<string>,
): string => {
  const blank = name.indexOf(' ')
  const local = style(name.slice(0, blank), name.slice(blank + 1).replaceAll(' ', ''))
  let free = local
  for (let number = 2; usedAddresses.has(free); number++) free = `${local}${number}`
  usedAddresses.add(free)
  return `${free}@${domain}`
}

const mailHosts = ['mail.example', 'post.example', 'inbox.example', 'letterbox.example']
const deliverability = weighted([
  ['Verified', 63],
  ['Catch-all', 22],
  ['Unverified', 15],
])

/** Also when several people share the number. */
const doNotCall = (random: Random, calendar: Calendar, number: string): DoNotCall => {
  const draw = random.next()
  if (draw > 0.74) return { listed: 'unknown' }
  const days = Math.floor(75 * random.next() ** 1.4)
  return {
    listed: Number(number.slice(-3)) % 7 === 0 ? 'yes' : 'no',
    washed_at: calendar.daysAgo(days),
    valid_until: calendar.daysAgo(days - 30),
  }
}

const provenanceOf = (random: Random, calendar: Calendar): Record<string, Provenance> => {
  const fact = (source: string, confidence: number): Provenance => ({
    source,
    seen_at: calendar.daysAgo(730 * random.next() ** 1.4),
    confidence,
  })
  const found: Record<string, Provenance> = {
    '*': fact(random.early(sources), random.between(55, 92) / 100),
  }
  if (random.chance(0.08)) found['position'] = fact('Employer page', random.between(60, 90) / 100)
  return found
}
