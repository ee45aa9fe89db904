import { uuidv7 } from 'uuidv7'
import type { Kysely, Transaction } from 'kysely'
import type { Company } from '../../contract/records/records.ts'
import { foldText } from '../../contract/search/search-doc.ts'
import { dropRemoved } from '../do-not-call/admit-people.ts'
import type { Tables } from '../platform/db/tables.ts'
import { differs } from '../entity-matching/ladder.ts'
import { linkedinKey } from '../entity-matching/name-keys.ts'
import { alikeFrom } from '../entity-matching/similar-names.ts'
import { similarity } from '../entity-matching/similarity.ts'
import { companiesByIds } from '../records/store.ts'
import { personSignals } from '../signal-detection/people-changes.ts'
import type { SignalDraft } from '../signals/add-signals.ts'
import { blankMemory, type Run } from './batch.ts'
import { findEmployers, type Employer } from './employers.ts'
import type { Row } from './importer.ts'
import { mergePerson, newPerson, personProvenance } from './merge-person.ts'
import {
  atKey,
  createPeopleIndex,
  emailKey,
  findPeople,
  namedKey,
  pageKey,
  type KnownPerson,
  type PeopleIndex,
} from './people-index.ts'
import type { PersonDraft } from './person-draft.ts'
import type { Reject } from './reject-file.ts'

export type PersonRow = Extract<Row, { person: PersonDraft }>

export type PeoplePlan = {
  outcomes: (PersonOutcome | { skipped: string })[]
  rejects: Reject[]
  employers: Company[]
  added: KnownPerson[]
  changed: KnownPerson[]
  signals: SignalDraft[]
  /** Those that the source lists as do not call. */
  listedNumbers: string[]
}

type PersonOutcome = 'added' | 'same' | 'confirmed' | 'changed'

/** Decides for every row: a known person, a new one or a case for review. Writes nothing. */
export const planPeople = async (
  trx: Transaction<Tables>,
  rows: readonly PersonRow[],
  run: Run,
): Promise<PeoplePlan> => {
  if (run.memory && run.memory.companies.size > maxRemembered) run.memory = blankMemory()
  const { employers, added: newEmployers } = await findEmployers(
    trx,
    rows.map(({ person }) => person),
    { attribution: run.attribution, memory: run.memory },
  )
  const candidates = await admitted(trx, rows, employers, run)
  const batch: Batch = {
    run,
    people: await openPeople(trx, candidates, run),
    outcomes: [],
    rejects: [],
    listedNumbers: [],
    added: new Map(),
    changed: new Map(),
    before: new Map(),
    met: new Set(),
  }
  for (const candidate of candidates) {
    const { row } = candidate
    const resolved = 'fresh' in candidate ? resolveCandidate(candidate, batch) : candidate
    if (typeof resolved === 'object' && 'doubt' in resolved)
      batch.rejects.push({ line: row.line, reason: resolved.doubt, cells: row.cells })
    else
      batch.outcomes.push(typeof resolved === 'string' ? resolved : { skipped: resolved.skipped })
  }
  for (const id of batch.met) run.claims.add(id)
  const { outcomes, rejects, listedNumbers } = batch
  const [added, changed] = [[...batch.added.values()], [...batch.changed.values()]]
  return {
    outcomes,
    rejects,
    listedNumbers,
    added,
    changed,
    employers: usedEmployers(newEmployers, [...added, ...changed]),
    signals: await changesOf(trx, batch, employers),
  }
}

type Batch = Pick<PeoplePlan, 'outcomes' | 'rejects' | 'listedNumbers'> & {
  run: Run
  people: PeopleIndex
  added: Map<string, KnownPerson>
  changed: Map<string, KnownPerson>
  /** As stored. */
  before: Map<string, KnownPerson>
  met: Set<string>
}

const resolveCandidate = (
  candidate: Admitted,
  batch: Batch,
): PersonOutcome | { doubt: string } | { skipped: string } => {
  const { draft, company, fresh } = candidate
  const verdict = judge(candidate, batch.people)
  if (verdict === undefined) return addPerson(candidate, batch)
  if ('doubt' in verdict) return { doubt: `needs review: ${verdict.doubt}` }
  const { id } = verdict.known.person
  const again = batch.met.has(id) || batch.run.claims.has(id)
  const attribution = { ...batch.run.attribution, again }
  const { known, outcome } = mergePerson(verdict.known, draft, company, attribution)
  batch.met.add(id)
  batch.listedNumbers.push(...listedOf(draft, fresh))
  if (outcome === 'same') return outcome
  batch.people.add(known)
  if (batch.added.has(id)) batch.added.set(id, known)
  else {
    if (!batch.before.has(id)) batch.before.set(id, verdict.known)
    batch.changed.set(id, known)
  }
  return outcome
}

const addPerson = ({ draft, fresh }: Admitted, batch: Batch) => {
  if (draft.left_at !== undefined) return { skipped: 'has left, and is not known' }
  if (draft.position === undefined)
    return { doubt: 'it has no job title, and the person is not known' }
  batch.people.add(fresh)
  batch.added.set(fresh.person.id, fresh)
  batch.met.add(fresh.person.id)
  batch.listedNumbers.push(...listedOf(draft, fresh))
  return 'added'
}

/** About as many as a dry run remembers companies. */
const maxRemembered = 100_000

type Admitted = { row: PersonRow; fresh: KnownPerson; draft: PersonDraft; company: Company }
type Candidate = Admitted | { row: PersonRow; doubt: string } | { row: PersonRow; skipped: string }

/** Without people who asked to be removed, and without their numbers. */
const admitted = async (
  trx: Transaction<Tables>,
  rows: readonly PersonRow[],
  employers: readonly Employer[],
  { attribution }: Run,
): Promise<Candidate[]> => {
  const arriving = rows.map((row, at): Candidate => {
    const employer = employers[at] ?? { doubt: 'it names no company' }
    if ('doubt' in employer) return { row, doubt: employer.doubt }
    const { company } = employer
    return {
      row,
      company,
      draft: row.person,
      fresh: newPerson(uuidv7(), row.person, company, attribution),
    }
  })
  const staying = await dropRemoved(
    trx,
    arriving.flatMap((each) => ('fresh' in each ? each.fresh : [])),
  )
  const byId = new Map(staying.map((entry) => [entry.person.id, entry]))
  return arriving.map((each) => {
    if (!('fresh' in each)) return each
    const fresh = byId.get(each.fresh.person.id)
    if (fresh === undefined) return { row: each.row, skipped: 'asked to be removed' }
    return { ...each, fresh, draft: { ...each.draft, contact: fresh.contact } }
  })
}

const openPeople = async (
  trx: Kysely<Tables>,
  candidates: readonly Candidate[],
  run: Run,
): Promise<PeopleIndex> => {
  if (run.people && run.people.size() > maxRemembered) run.people = createPeopleIndex()
  const people = run.people ?? createPeopleIndex()
  const entries = candidates.flatMap((each) => ('fresh' in each ? each : []))
  const wanted = entries.map(({ fresh, company }) => ({ keys: keysOf(fresh), id: company.id }))
  const found = await findPeople(trx, {
    emails: unique(wanted.flatMap(({ keys }) => keys.emails)),
    pages: unique(wanted.flatMap(({ keys }) => keys.page ?? [])),
    named: wanted.flatMap(({ keys, id }) =>
      keys.names.map((nameKey) => ({ companyId: id, nameKey })),
    ),
    similar: wanted.flatMap(({ keys, id }) =>
      isBare(keys) ? [{ companyId: id, nameKey: keys.names[0] ?? '' }] : [],
    ),
  })
  for (const each of found) if (!people.get(each.person.id)) people.add(each)
  return people
}

type Keys = { emails: string[]; page: string | null; names: string[] }

/** The name as written, and without the names between the first and the last. */
const keysOf = ({ person, contact }: KnownPerson): Keys => {
  const name = foldText(person.name)
  const parts = name.split(' ')
  const short = `${parts[0] ?? ''} ${parts.at(-1) ?? ''}`
  return {
    emails: [contact.work_email, contact.personal_email].flatMap((email) => email ?? []),
    page: linkedinKey(person.linkedin_url),
    names: unique([name, short]),
  }
}

const isBare = ({ emails, page }: Keys): boolean => emails.length === 0 && page === null

const unique = (texts: readonly string[]): string[] => [...new Set(texts)]

type Verdict = { known: KnownPerson } | { doubt: string } | undefined

/** Product 2.11: email, LinkedIn page, name at the company; a similar name is for a user to decide. */
const judge = ({ fresh, company }: Admitted, people: PeopleIndex): Verdict => {
  const keys = keysOf(fresh)
  const byEmail = distinct(keys.emails.flatMap((email) => people.find(emailKey(email))))
  const byPage = keys.page === null ? [] : people.find(pageKey(keys.page))
  const [mail, page] = [byEmail[0], byPage[0]]
  if (mail && page && mail.person.id !== page.person.id)
    return { doubt: 'its email is that of one person and its LinkedIn page that of another' }
  for (const [found, what] of [
    [byEmail, 'email'],
    [byPage, 'LinkedIn page'],
  ] as const) {
    const [only] = found
    if (only === undefined) continue
    if (found.length > 1) return { doubt: `several people share its ${what}` }
    if (!sharesName(keys, only)) return { doubt: `its ${what} is that of a person of another name` }
    if (what === 'email' && differs(keys.page, pageOf(only)))
      return { doubt: 'its email is that of a person with another LinkedIn page' }
    return { known: only }
  }
  return byName(keys, fresh, company, people)
}

const byName = (keys: Keys, fresh: KnownPerson, company: Company, people: PeopleIndex): Verdict => {
  const named = distinct(
    keys.names.flatMap((name) => people.find(namedKey(company.id, name))),
  ).filter((known) => !differs(keys.page, pageOf(known)))
  const [only] = named
  if (named.length > 1) return { doubt: `several people of this name work at ${company.name}` }
  if (only !== undefined)
    return differs(fresh.contact.work_email ?? null, only.contact.work_email ?? null) &&
      keys.page === null
      ? { doubt: `a person of this name at ${company.name} has another email` }
      : { known: only }
  if (!isBare(keys)) return undefined
  const name = keys.names[0] ?? ''
  const like = people
    .find(atKey(company.id))
    .find(({ person }) => similarity(name, foldText(person.name), alikeFrom) >= alikeFrom)
  return like && { doubt: `a person of a similar name works at ${company.name}` }
}

const pageOf = ({ person }: KnownPerson): string | null => linkedinKey(person.linkedin_url)

const distinct = (people: readonly KnownPerson[]): KnownPerson[] => [
  ...new Map(people.map((known) => [known.person.id, known])).values(),
]

const sharesName = ({ names }: Keys, { person }: KnownPerson): boolean => {
  const parts = new Set(foldText(person.name).split(' '))
  return (names[0] ?? '').split(' ').some((part) => parts.has(part))
}

const listedOf = ({ do_not_call: listed }: PersonDraft, { contact }: KnownPerson): string[] =>
  listed ? [contact.mobile, contact.direct_phone].flatMap((phone) => phone ?? []) : []

/** An employer whose every person was left out is not added. */
const usedEmployers = (added: readonly Company[], people: readonly KnownPerson[]): Company[] => {
  const used = new Set(people.map(({ person }) => person.company_id))
  return added.filter(({ id }) => used.has(id))
}

/** Only where the same source reported the job before. */
const changesOf = async (
  trx: Kysely<Tables>,
  { changed, before, run }: Batch,
  employers: readonly Employer[],
): Promise<SignalDraft[]> => {
  const { source, seenAt, trust } = run.attribution
  const moves = [...changed].flatMap(([id, { person: after }]) => {
    const was = before.get(id)?.person
    return was && personProvenance(was, 'position')?.source === source ? [{ was, after }] : []
  })
  const companies = new Map(
    employers.flatMap((each) => ('company' in each ? [[each.company.id, each.company]] : [])),
  )
  const missing = moves.flatMap(({ was }) => (companies.has(was.company_id) ? [] : was.company_id))
  for (const company of await companiesByIds(trx, unique(missing)))
    companies.set(company.id, company)
  return moves.flatMap(({ was, after }) => {
    const [from, at] = [companies.get(was.company_id), companies.get(after.company_id)]
    return from && at
      ? personSignals(
          { before: was, after, from, at },
          { source, url: null, day: seenAt, trust: trust.base },
        )
      : []
  })
}
