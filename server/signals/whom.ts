import type { Kysely } from 'kysely'
import type { Company, Person } from '../../contract/records/records.ts'
import { folded } from '../../contract/search/search-doc.ts'
import type { Tables } from '../platform/db/tables.ts'
import { candidateIndex, matchKinds, type MatchKeys } from '../entity-matching/candidates.ts'
import { matchCompany } from '../entity-matching/ladder.ts'
import { domainKey } from '../entity-matching/domain-key.ts'
import { linkedinKey, nameKey } from '../entity-matching/name-keys.ts'
import { companiesByIds, findCandidates, peopleByIds } from '../records/store.ts'
import type { CompanyMeant, Fault, PersonMeant, ToldSignal } from './told-line.ts'

type Db = Kysely<Tables>

/** Whom a signal is about, or why nobody can say. */
export type Whom = { company: Company | null; person: Person | null } | Fault

/**
 * Whom each of these signals means, in their order: companies by the ladder of product 2.11, people by id, page, or their name at the
 * company. A person without a company named is at the one they work for. Whoever may be meant only perhaps is not guessed.
 */
export const whomTheyMean = async (
  db: Db,
  told: readonly Pick<ToldSignal, 'company' | 'person'>[],
): Promise<Whom[]> => {
  const companies = await companiesMeant(
    db,
    told.map(({ company }) => company),
  )
  const people = await peopleMeant(
    db,
    told.map(({ person }, at) => ({ person, company: companies[at] ?? null })),
  )
  const employers = new Map(
    (
      await companiesByIds(
        db,
        people.flatMap((person) => (isRecord(person) ? person.company_id : [])),
      )
    ).map((company) => [company.id, company]),
  )
  return told.map((_, at) => {
    const company = companies[at] ?? null
    const person = people[at] ?? null
    if (company !== null && !isRecord(company)) return company
    if (person !== null && !isRecord(person)) return person
    return { company: company ?? employers.get(person?.company_id ?? '') ?? null, person }
  })
}

const isRecord = <R extends object>(found: R | Fault | null): found is R =>
  found !== null && 'id' in found

const companiesMeant = async (
  db: Db,
  meant: readonly (CompanyMeant | undefined)[],
): Promise<(Company | Fault | null)[]> => {
  const wanted = meant.map((one) =>
    one === undefined || one.id !== undefined ? null : keysOf(one),
  )
  const index = candidateIndex()
  for (const found of await findCandidates(db, lookups(wanted.filter((keys) => keys !== null))))
    index.add(found)
  const ids = meant.map((one, at) => {
    if (one === undefined) return null
    if (one.id !== undefined) return one.id
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

const keysOf = (meant: CompanyMeant): MatchKeys => ({
  name: meant.name ?? '',
  name_key: meant.name === undefined ? '' : nameKey(meant.name),
  domain_key: meant.domain === undefined ? null : domainKey(meant.domain),
  abn: meant.abn ?? null,
  acn: meant.acn ?? null,
  nzbn: meant.nzbn ?? null,
  lei: meant.lei ?? null,
  linkedin: linkedinKey(meant.linkedin),
  ticker: null,
  state: meant.state ?? null,
  postcode: meant.postcode ?? null,
  country: meant.country ?? null,
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

const peopleMeant = async (
  db: Db,
  meant: readonly { person: PersonMeant | undefined; company: Company | Fault | null }[],
): Promise<(Person | Fault | null)[]> => {
  const found: (string | Fault | null)[] = []
  for (const { person, company } of meant) found.push(await personMeant(db, person, company))
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

const personMeant = async (
  db: Db,
  person: PersonMeant | undefined,
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
    .where('name_key', '=', folded(person.name))
  return only(await named.execute())
}

const only = (rows: readonly { id: string }[]): string | Fault => {
  const [one, ...more] = rows
  if (one === undefined) return nobody
  return more.length === 0
    ? one.id
    : { pointer: '/person', detail: 'Several people share this name. Add an id or LinkedIn page.' }
}
