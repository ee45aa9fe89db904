import type { Kysely } from 'kysely'
import type { Company, Person } from '../../contract/records/records.ts'
import { foldText } from '../../contract/search/search-doc.ts'
import type { Tables } from '../platform/db/tables.ts'
import { createCandidateIndex, matchKinds, type MatchKeys } from '../entity-matching/candidates.ts'
import { matchCompany } from '../entity-matching/ladder.ts'
import { domainKey } from '../entity-matching/domain-key.ts'
import { linkedinKey, nameKey } from '../entity-matching/name-keys.ts'
import { companiesByIds, findCandidates, peopleByIds } from '../records/store.ts'
import type { CompanyReference, Fault, PersonReference, FeedSignal } from './feed-line.ts'

type Db = Kysely<Tables>

export type ResolvedEntities = { company: Company | null; person: Person | null } | Fault

/**
 * Companies by the ladder of product 2.11, people by id, page, or name at the company. A person without a company counts for
 * their employer. Uncertain matches are refused, not guessed.
 */
export const resolveEntities = async (
  db: Db,
  signals: readonly Pick<FeedSignal, 'company' | 'person'>[],
): Promise<ResolvedEntities[]> => {
  const companies = await resolveCompanies(
    db,
    signals.map(({ company }) => company),
  )
  const people = await resolvePeople(
    db,
    signals.map(({ person }, at) => ({ person, company: companies[at] ?? null })),
  )
  const employers = new Map(
    (
      await companiesByIds(
        db,
        people.flatMap((person) => (isRecord(person) ? person.company_id : [])),
      )
    ).map((company) => [company.id, company]),
  )
  return signals.map((_, at) => {
    const company = companies[at] ?? null
    const person = people[at] ?? null
    if (company !== null && !isRecord(company)) return company
    if (person !== null && !isRecord(person)) return person
    return { company: company ?? employers.get(person?.company_id ?? '') ?? null, person }
  })
}

const isRecord = <R extends object>(found: R | Fault | null): found is R =>
  found !== null && 'id' in found

const resolveCompanies = async (
  db: Db,
  references: readonly (CompanyReference | undefined)[],
): Promise<(Company | Fault | null)[]> => {
  const wanted = references.map((reference) =>
    reference === undefined || reference.id !== undefined ? null : keysOf(reference),
  )
  const index = createCandidateIndex()
  for (const found of await findCandidates(db, lookups(wanted.filter((keys) => keys !== null))))
    index.add(found)
  const ids = references.map((reference, at) => {
    if (reference === undefined) return null
    if (reference.id !== undefined) return reference.id
    const keys = wanted[at]
    const verdict = keys ? matchCompany(keys, index) : { kind: 'new' as const }
    if (verdict.kind === 'match') return verdict.id
    return verdict.kind === 'review'
      ? {
          pointer: '/company',
          detail: `We can’t tell which company this is: ${verdict.reason}.`,
        }
      : noCompany
  })
  const known = new Map(
    (
      await companiesByIds(
        db,
        ids.filter((id) => typeof id === 'string'),
      )
    ).map((company) => [company.id, company]),
  )
  return ids.map((id) => (typeof id === 'string' ? (known.get(id) ?? noCompany) : id))
}

const noCompany: Fault = { pointer: '/company', detail: 'We don’t know this company.' }
const nobody: Fault = { pointer: '/person', detail: 'We don’t know this person.' }

const keysOf = (reference: CompanyReference): MatchKeys => ({
  name: reference.name ?? '',
  name_key: reference.name === undefined ? '' : nameKey(reference.name),
  domain_key: reference.domain === undefined ? null : domainKey(reference.domain),
  abn: reference.abn ?? null,
  acn: reference.acn ?? null,
  nzbn: reference.nzbn ?? null,
  lei: reference.lei ?? null,
  linkedin: linkedinKey(reference.linkedin),
  ticker: null,
  state: reference.state ?? null,
  postcode: reference.postcode ?? null,
  country: reference.country ?? null,
  type: null,
  source: null,
})

const lookups = (wanted: readonly MatchKeys[]) => ({
  ...Object.fromEntries(
    matchKinds.map((kind) => [
      kind,
      [...new Set(wanted.flatMap((keys) => keys[kind] ?? []))].filter((key) => key !== ''),
    ]),
  ),
  similarTo: wanted.flatMap(({ name_key: key }) => (key === '' ? [] : key)),
})

const resolvePeople = async (
  db: Db,
  references: readonly { person: PersonReference | undefined; company: Company | Fault | null }[],
): Promise<(Person | Fault | null)[]> => {
  const found: (string | Fault | null)[] = []
  for (const { person, company } of references) found.push(await resolvePerson(db, person, company))
  const known = new Map(
    (
      await peopleByIds(
        db,
        found.filter((id) => typeof id === 'string'),
      )
    ).map(({ person }) => [person.id, person]),
  )
  return found.map((id) => (typeof id === 'string' ? (known.get(id) ?? nobody) : id))
}

const resolvePerson = async (
  db: Db,
  person: PersonReference | undefined,
  company: Company | Fault | null,
): Promise<string | Fault | null> => {
  if (person === undefined) return null
  if (person.id !== undefined) return person.id
  const page = linkedinKey(person.linkedin)
  const query = db.selectFrom('person').select('id').limit(2)
  if (page !== null) return only(await query.where('linkedin', '=', page).execute())
  if (person.linkedin !== undefined)
    return { pointer: '/person/linkedin', detail: 'This isn’t a person’s LinkedIn page.' }
  if (person.name === undefined)
    return { pointer: '/person', detail: 'Add an id, name or LinkedIn page.' }
  if (!isRecord(company))
    return { pointer: '/person', detail: 'A name alone isn’t enough. Add the company.' }
  const named = query
    .where('company_id', '=', company.id)
    .where('name_key', '=', foldText(person.name))
  return only(await named.execute())
}

const only = (rows: readonly { id: string }[]): string | Fault => {
  const [match, ...more] = rows
  if (match === undefined) return nobody
  return more.length === 0
    ? match.id
    : { pointer: '/person', detail: 'Several people share this name. Add an id or LinkedIn page.' }
}
