import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Person } from '../../contract/records/records.ts'
import { foldText } from '../../contract/search/search-doc.ts'
import type { Contact, Tables } from '../platform/db/tables.ts'
import { linkedinKey } from '../entity-matching/name-keys.ts'

export type KnownPerson = { person: Person; contact: Contact }

/** Adding a person again replaces the earlier version. */
export type PeopleIndex = {
  size(): number
  add(known: KnownPerson): void
  get(id: string): KnownPerson | undefined
  find(key: string): KnownPerson[]
}

export const createPeopleIndex = (): PeopleIndex => {
  const byId = new Map<string, KnownPerson>()
  const byKey = new Map<string, string[]>()
  const keysOf = new Map<string, ReadonlySet<string>>()
  return {
    size: () => byId.size,
    add: (known) => {
      const { id } = known.person
      byId.set(id, known)
      const keys = new Set(peopleKeys(known))
      keysOf.set(id, keys)
      for (const key of keys) {
        const ids = byKey.get(key)
        if (ids === undefined) byKey.set(key, [id])
        else if (!ids.includes(id)) ids.push(id)
      }
    },
    get: (id) => byId.get(id),
    find: (key) =>
      (byKey.get(key) ?? []).flatMap((id) => {
        const known = byId.get(id)
        return known && keysOf.get(id)?.has(key) === true ? known : []
      }),
  }
}

export const emailKey = (email: string): string => `email ${email.toLowerCase()}`
export const pageKey = (page: string): string => `page ${page}`
export const namedKey = (companyId: string, nameKey: string): string =>
  `name ${companyId} ${nameKey}`
export const atKey = (companyId: string): string => `at ${companyId}`

const peopleKeys = ({ person, contact }: KnownPerson): string[] => {
  const page = linkedinKey(person.linkedin_url)
  return [
    ...[contact.work_email, contact.personal_email].flatMap((email) =>
      email === undefined ? [] : emailKey(email),
    ),
    ...(page === null ? [] : [pageKey(page)]),
    namedKey(person.company_id, foldText(person.name)),
    atKey(person.company_id),
  ]
}

export type PeopleKeys = {
  emails: readonly string[]
  pages: readonly string[]
  /** Folded names at a company, and names whose like at the company is wanted. */
  named: readonly { companyId: string; nameKey: string }[]
  similar: readonly { companyId: string; nameKey: string }[]
}

/** One index lookup per key, as for companies. */
export const findPeople = async (
  db: Kysely<Tables>,
  { emails, pages, named, similar }: PeopleKeys,
): Promise<KnownPerson[]> => {
  const texts = (values: readonly string[]): RawBuilder<unknown> => sql`${[...values]}::text[]`
  const queries = [
    ...(['work_email', 'personal_email'] as const).map((field) =>
      emails.length === 0
        ? undefined
        : lookup(
            sql`unnest(${texts(emails)}) as wanted (key)`,
            sql`lower(contact->>${sql.lit(field)}) = wanted.key and contact->>${sql.lit(field)} is not null`,
          ),
    ),
    pages.length === 0
      ? undefined
      : lookup(sql`unnest(${texts(pages)}) as wanted (key)`, sql`linkedin = wanted.key`),
    named.length === 0
      ? undefined
      : lookup(pairs(named), sql`company_id = wanted.company and name_key = wanted.name`),
    similar.length === 0
      ? undefined
      : lookup(
          pairs(similar),
          sql`company_id = wanted.company
            and string_to_array(name_key, ' ') && string_to_array(wanted.name, ' ')`,
          50,
        ),
  ].filter((query) => query !== undefined)
  if (queries.length === 0) return []
  const { rows } = await sql<KnownPerson>`
    select known.* from (${sql.join(queries, sql` union `)}) as wanted
    cross join lateral (
      select doc as person, contact from person where id = wanted.id offset 0
    ) as known`.execute(db)
  return rows
}

const pairs = (wanted: PeopleKeys['named']): RawBuilder<unknown> =>
  sql`unnest(${wanted.map(({ companyId }) => companyId)}::uuid[], ${wanted.map(({ nameKey }) => nameKey)}::text[])
    as wanted (company, name)`

const lookup = (
  wanted: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
  limit?: number,
): RawBuilder<unknown> => sql`
  select found.id from ${wanted}
  cross join lateral (
    select id from person where ${condition} ${limit === undefined ? sql`offset 0` : sql`limit ${limit}`}
  ) as found`
