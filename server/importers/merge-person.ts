import { cameBack } from '../../contract/records/career.ts'
import { personCompleteness } from './completeness.ts'
import type { Company, Employment, Person, Provenance } from '../../contract/records/records.ts'
import { foldText } from '../../contract/search/search-doc.ts'
import { influencerOf } from '../catalog/positions.ts'
import { strongest } from '../do-not-call/do-not-call.ts'
import { marketPhoneKey } from '../do-not-call/phone-key.ts'
import type { Contact } from '../platform/db/tables.ts'
import { linkedinKey } from '../entity-matching/name-keys.ts'
import { maskContact } from '../records/masking.ts'
import { outranks, type Attribution } from './merge.ts'
import type { KnownPerson } from './people-index.ts'
import type { PersonDraft } from './person-draft.ts'

/** Provenance names the source of each contact detail; '*' is for the rest. Without a job title the draft is no new person. */
export const newPerson = (
  id: string,
  draft: PersonDraft,
  employer: Company,
  attribution: Attribution,
): KnownPerson => {
  const { position = { title: '', cleaned: '' }, contact } = draft
  const person: Person = {
    id,
    name: draft.name,
    first_name: draft.first_name,
    last_name: draft.last_name,
    ...jobOf(position),
    company_id: employer.id,
    company: employerOf(employer),
    ...(draft.headline !== undefined && { headline: draft.headline }),
    ...(draft.location && { location: draft.location }),
    ...(draft.role_start !== undefined && { role_start: draft.role_start }),
    ...(draft.linkedin_url !== undefined && { linkedin_url: draft.linkedin_url }),
    history: [],
    skills: draft.skills ?? [],
    social: {},
    ...contactParts(draft, attribution.seenAt),
    previous_company_flag: false,
    quality: { completeness: 0 },
    provenance: { '*': provenanceOf(attribution) },
  }
  for (const field of ownSources)
    if (field in contact || (field === 'linkedin_url' && person.linkedin_url !== undefined))
      person.provenance[field] = provenanceOf(attribution)
  return { person: withQuality(person, draft), contact: { ...contact } }
}

export type MergedPerson = { known: KnownPerson; outcome: 'same' | 'confirmed' | 'changed' }

/**
 * The same object without changes. A fact changes by the rule of companies; a new employer ends the old job, whose work email and
 * direct number go with it.
 */
export const mergePerson = (
  known: KnownPerson,
  draft: PersonDraft,
  employer: Company,
  attribution: Attribution,
): MergedPerson => {
  const { person: before } = known
  const next: Person = { ...before, provenance: { ...before.provenance } }
  const contact: Contact = { ...known.contact }
  const turn: Turn = { before, next, contact, draft, attribution, seen: new Set(), changed: false }
  const works = before.company_id === employer.id || mergeEmployer(turn, employer)
  if (works) {
    mergePosition(turn, employer)
    mergeDeparture(turn, employer)
  }
  mergeFacts(turn, works)
  mergeContact(turn, works)
  const noted = noteSeen(turn)
  if (!turn.changed && !noted) return { known, outcome: 'same' }
  next.previous_company_flag = cameBack(next)
  return {
    known: { person: withQuality(next, draft), contact },
    outcome: turn.changed ? 'changed' : 'confirmed',
  }
}

type Turn = {
  before: Person
  next: Person
  contact: Contact
  draft: PersonDraft
  attribution: Attribution
  seen: Set<string>
  changed: boolean
}

const ownSources = [
  'work_email',
  'personal_email',
  'mobile',
  'direct_phone',
  'linkedin_url',
] as const

const provenanceOf = ({ source, seenAt, trust }: Attribution): Provenance => ({
  source,
  seen_at: seenAt,
  confidence: trust.base,
})

export const personProvenance = (person: Person, field: string): Provenance | undefined =>
  person.provenance[field] ?? person.provenance['*']

const wins = ({ before, attribution }: Turn, field: string): boolean =>
  outranks(personProvenance(before, field), attribution, attribution.trust.base)

const jobOf = ({ title, cleaned, seniority, department }: NonNullable<PersonDraft['position']>) => {
  const influencer = influencerOf(seniority, department)
  return {
    position: title,
    position_cleaned: cleaned,
    ...(seniority !== undefined && { seniority }),
    ...(department !== undefined && { department }),
    ...(influencer !== undefined && { influencer }),
  }
}

const employerOf = ({ name, domain, industry, company_size: size }: Company): Person['company'] => {
  const trade = industry?.l2 ?? industry?.l1
  return {
    name,
    ...(domain !== undefined && { domain }),
    ...(trade !== undefined && { industry: trade }),
    ...(size !== undefined && { size }),
  }
}

const pastJob = (person: Person, to: string | undefined): Employment => ({
  company: person.company.name,
  company_id: person.company_id,
  title: person.position,
  ...(person.role_start !== undefined && { from: person.role_start }),
  ...(to !== undefined && { to }),
  type: 'historical',
})

/** Returns whether the draft is about the job that the record has now. */
const mergeEmployer = (turn: Turn, employer: Company): boolean => {
  const { before, next, contact, draft } = turn
  if (draft.position === undefined || draft.left_at !== undefined) return false
  if (!wins(turn, 'company_id')) return false
  if (!hasEnded(before)) next.history = [pastJob(before, draft.role_start), ...before.history]
  next.company_id = employer.id
  next.company = employerOf(employer)
  for (const field of ['role_start', 'headline', 'work_email', 'direct_phone'] as const)
    delete next[field]
  delete contact.work_email
  delete contact.direct_phone
  turn.seen.add('company_id')
  turn.changed = true
  return true
}

const hasEnded = ({ history, company_id: id, position }: Person): boolean =>
  history.some((job) => job.company_id === id && job.title === position && job.to !== undefined)

const mergePosition = (turn: Turn, employer: Company): void => {
  const { before, next, draft } = turn
  const { position } = draft
  if (position === undefined) return
  const moved = next.company_id !== before.company_id
  if (!moved && before.position === position.title) {
    turn.seen.add('position')
    return
  }
  if (!moved && !wins(turn, 'position')) return
  for (const field of ['seniority', 'department', 'influencer'] as const) delete next[field]
  Object.assign(next, jobOf(position))
  turn.seen.add('position')
  turn.changed = true
  if (moved || before.position_cleaned === position.cleaned) return
  next.history = [
    { ...pastJob(before, draft.role_start), company: employer.name },
    ...before.history,
  ]
  delete next.role_start
}

/** The record still names the job, and its history says that it ended. */
const mergeDeparture = (turn: Turn, employer: Company): void => {
  const { before, next, draft } = turn
  if (draft.left_at === undefined || hasEnded(next) || !wins(turn, 'position')) return
  next.history = [
    { ...pastJob(next, draft.left_at), company: employer.name },
    ...before.history.filter((job) => job.type === 'historical'),
  ]
  turn.seen.add('position')
  turn.changed = true
}

const mergeFacts = (turn: Turn, works: boolean): void => {
  const { next, draft } = turn
  for (const field of ['name', 'linkedin_url', 'location', 'role_start', 'headline'] as const) {
    const value = draft[field]
    if (value === undefined || (!works && (field === 'role_start' || field === 'headline')))
      continue
    if (isSame(field, next[field], value)) turn.seen.add(field)
    else if (next[field] === undefined || wins(turn, field)) {
      Object.assign(next, field === 'name' ? nameOf(draft) : { [field]: value })
      turn.seen.add(field)
      turn.changed = true
    }
  }
  const fresh = (draft.skills ?? []).filter((skill) => !next.skills.includes(skill))
  if (fresh.length > 0) {
    next.skills = [...next.skills, ...fresh].slice(0, 50)
    turn.changed = true
  }
  if ((draft.skills ?? []).length > 0) turn.seen.add('skills')
}

const nameOf = ({ name, first_name, last_name }: PersonDraft) => ({ name, first_name, last_name })

const isSame = (field: string, known: unknown, value: unknown): boolean => {
  if (typeof known !== 'string' || typeof value !== 'string') return isSameAddress(known, value)
  if (field === 'linkedin_url') return linkedinKey(known) === linkedinKey(value)
  return field === 'name' ? foldText(known) === foldText(value) : known === value
}

/** The database orders properties as it likes. */
const isSameAddress = (known: unknown, value: unknown): boolean => {
  if (typeof known !== 'object' || typeof value !== 'object' || !known || !value) return false
  const parts = new Set([...Object.keys(known), ...Object.keys(value)])
  return [...parts].every((part) => Reflect.get(known, part) === Reflect.get(value, part))
}

/** An address of another employer does not become that of this job. */
const mergeContact = (turn: Turn, works: boolean): void => {
  const { next, contact, draft, attribution } = turn
  const parts = contactParts(draft, attribution.seenAt)
  for (const field of ['work_email', 'personal_email', 'mobile', 'direct_phone'] as const) {
    const value = draft.contact[field]
    const ofJob = field === 'work_email' || field === 'direct_phone'
    if (value === undefined || (ofJob && !works)) continue
    const known = contact[field]
    if (known !== undefined && keyOf(known) === keyOf(value)) {
      turn.seen.add(field)
      confirmContact(turn, field, parts)
    } else if (known === undefined || wins(turn, field)) {
      contact[field] = value
      Object.assign(next, { [field]: parts[field] })
      turn.seen.add(field)
      turn.changed = true
    }
  }
}

/** The same number may now be listed, the same address have been verified. */
const confirmContact = (turn: Turn, field: keyof Contact, parts: ContactParts): void => {
  const { next } = turn
  if (field === 'mobile' && next.mobile && parts.mobile) {
    const dnc = strongest(next.mobile.dnc, parts.mobile.dnc)
    if (dnc.listed === next.mobile.dnc.listed) return
    next.mobile = { ...next.mobile, dnc }
    turn.changed = true
  }
  if (field === 'work_email' && next.work_email && parts.work_email && wins(turn, field)) {
    const { deliverability, email_verified_at: day } = turn.draft
    const email = {
      ...next.work_email,
      ...(deliverability !== undefined && { deliverability }),
      ...(day !== undefined && { verified_at: day }),
    }
    if (JSON.stringify(email) === JSON.stringify(next.work_email)) return
    next.work_email = email
    turn.changed = true
  }
}

const keyOf = (value: string): string =>
  value.includes('@') ? value.toLowerCase() : (marketPhoneKey(value) ?? value)

type ContactParts = Pick<Person, keyof Contact>

/** A number that the source lists is listed; any other is not checked. */
const contactParts = (draft: PersonDraft, seenAt: string): ContactParts => {
  const { work_email: work, personal_email: own, mobile, direct_phone: direct } = draft.contact
  const listed = draft.do_not_call
    ? ({ listed: 'yes', washed_at: seenAt } as const)
    : ({ listed: 'unknown' } as const)
  return {
    ...(work !== undefined && {
      work_email: {
        masked: maskContact(work),
        deliverability: draft.deliverability ?? 'Unverified',
        ...(draft.email_verified_at !== undefined && { verified_at: draft.email_verified_at }),
      },
    }),
    ...(own !== undefined && { personal_email: { masked: maskContact(own) } }),
    ...(mobile !== undefined && {
      mobile: { masked: maskContact(mobile), type: 'mobile', dnc: listed },
    }),
    ...(direct !== undefined && { direct_phone: { masked: maskContact(direct) } }),
  }
}

const facts = [
  'name',
  'position',
  'company_id',
  'location',
  'role_start',
  'headline',
  'skills',
  ...ownSources,
] as const

const noteSeen = ({ before, next, seen, attribution, draft, changed }: Turn): boolean => {
  if (before.company_id === next.company_id && draft.employer.name !== '') {
    if (seen.has('position')) seen.add('company_id')
  }
  const fresh = [...seen].filter((field) => isFresher(before, next, field, attribution))
  if (fresh.length === 0) return false
  const common = next.provenance['*']
  const covered = facts.filter(
    (field) => isKnown(before, field) && before.provenance[field] === undefined,
  )
  const renewed =
    common?.source === attribution.source && covered.every((field) => fresh.includes(field))
  if (renewed) next.provenance['*'] = provenanceOf(attribution)
  for (const field of fresh)
    if (!renewed || before.provenance[field] !== undefined || !isKnown(before, field))
      next.provenance[field] = provenanceOf(attribution)
  return changed || fresh.length > 0
}

const isKnown = (person: Person, field: string): boolean => {
  const value: unknown = Reflect.get(person, field)
  return value !== undefined && !(Array.isArray(value) && value.length === 0)
}

const isFresher = (
  before: Person,
  next: Person,
  field: string,
  { source, seenAt, trust }: Attribution,
): boolean => {
  const known = personProvenance(before, field)
  if (known === undefined) return true
  const isChanged =
    JSON.stringify(Reflect.get(before, field)) !== JSON.stringify(Reflect.get(next, field))
  if (isChanged && field !== 'skills') return true
  if (known.source === source) return seenAt > known.seen_at
  if (field === 'skills') return false
  if (known.confidence !== trust.base) return trust.base > known.confidence
  return seenAt > known.seen_at
}

const withQuality = (person: Person, { email_verified_at: day }: PersonDraft): Person => {
  const verified = [person.quality.verified_at, day].filter((each) => each !== undefined).toSorted()
  const latest = verified.at(-1)
  return {
    ...person,
    quality: {
      completeness: personCompleteness(person),
      ...(latest !== undefined && { verified_at: latest }),
    },
  }
}
