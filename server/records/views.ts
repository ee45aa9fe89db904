import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { Category, CompanyView, Person, PersonView } from '../../contract/records/records.ts'
import { prepared } from '../platform/db/db.ts'
import type { Contact, Tables } from '../platform/db/tables.ts'
import {
  checkedNumbers,
  numbersIn,
  washesOfRows,
  withWashes,
  type Washes,
} from '../do-not-call/do-not-call.ts'
import { isUuid } from '../../contract/core/ids.ts'
import { crmOf, idsCreatedInCrm } from './in-crm.ts'
import { careerFields, leftSignal } from './left.ts'

type Trx = Transaction<Tables>

/** As a member sees them, in the order of `ids`; unknown ids are left out. */
export const companyViews = async (
  trx: Trx,
  ids: readonly string[],
  userId: string,
): Promise<CompanyView[]> =>
  // The query returns companies.
  (await viewTexts(trx, 'company', ids, userId)).map((text) => JSON.parse(text) as CompanyView)

/** Contact details only where unlocked. */
export const personViews = async (
  trx: Trx,
  ids: readonly string[],
  userId: string,
): Promise<PersonView[]> =>
  // The query returns people.
  (await viewTexts(trx, 'people', ids, userId)).map((text) => JSON.parse(text) as PersonView)

/** As JSON text: parsing, checking and serialising ten large companies takes longer than reading them. */
export const viewTexts = async (
  trx: Trx,
  category: Category,
  ids: readonly string[],
  userId: string,
): Promise<string[]> => {
  if (ids.length === 0) return []
  const { rows } = await rowsOf[category](known(ids), userId).execute(trx)
  // Queries nothing on pages without visible numbers.
  const washes = await washesOfRows(trx, rows)
  return rows.map(({ doc, unlocked, lists, contact, numbers, crm, left }) => {
    // The stored record comes first, so that the values here override it.
    const record = contact === null ? doc : JSON.stringify(revealContact(doc, contact, washes))
    const inCrm = crm === null ? '' : `,"crm":${crm}`
    const career = category === 'people' ? careerFields(doc, left) : ''
    const dnc = numbers && checkedNumbers(numbers, washes)
    const checked = dnc ? `,"dnc":${JSON.stringify(dnc)}` : ''
    return `${record.slice(0, -1)}${career}${checked},"unlocked":${unlocked},"lists":${JSON.stringify(lists)}${inCrm}}`
  })
}

type Row = {
  doc: string
  unlocked: boolean
  lists: string[]
  contact: Contact | null
  numbers: string[] | null
  /** JSON, as is `left`. */
  crm: string | null
  left: string | null
}

// Looked up one by one (offset 0), so that a plan made for empty tables suits large ones. `unlocked_contact` has a row only for
// unlocked people.
const rowsOf: Record<Category, (ids: readonly string[], userId: string) => RawBuilder<Row>> = {
  company: (ids, userId) => sql`${prepared('companies')}
    select c.doc::text as doc, u.record_id is not null as unlocked, ${listsOf('company', userId)} as lists,
      null as contact, ${numbersIn('c.doc')} as numbers, ${crmOf.company} as crm, null as left
    from unnest(${ids}::uuid[]) with ordinality as wanted(id, at)
    cross join lateral (select doc, domain_key, abn, nzbn, linkedin from company where id = wanted.id offset 0) c
    left join lateral (select record_id from unlock where category = 'company' and record_id = wanted.id offset 0) u on true
    order by wanted.at`,
  people: (ids, userId) => sql`${prepared('people')}
    select p.doc::text as doc, u.contact is not null as unlocked, ${listsOf('people', userId)} as lists, u.contact, null as numbers,
      ${crmOf.people} as crm, ${leftSignal} as left
    from unnest(${ids}::uuid[]) with ordinality as wanted(id, at)
    cross join lateral (select doc from person where id = wanted.id offset 0) p
    left join lateral (select contact from unlocked_contact where id = wanted.id offset 0) u on true
    order by wanted.at`,
}

export const listNames = async (
  trx: Trx,
  ids: readonly string[],
  userId: string,
): Promise<Record<string, string>> => {
  if (ids.length === 0) return {}
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from saved_item where id = any(${known(ids)}::uuid[])
      and deleted_at is null and (shared or owner_id = ${userId})`.execute(trx)
  return Object.fromEntries(rows.map((row) => [row.id, row.name]))
}

export const namesOf = async (
  trx: Trx,
  table: 'company' | 'person',
  ids: readonly string[],
): Promise<Record<string, string>> => {
  if (ids.length === 0) return {}
  const { rows } = await sql<{ id: string; name: string }>`
    select id, doc->>'name' as name from ${sql.table(table)} where id = any(${known(ids)}::uuid[])`.execute(
    trx,
  )
  return Object.fromEntries(rows.map((row) => [row.id, row.name]))
}

/** Companies by the name keys of their names (`nameKey`), at most 20 for each. */
export const companiesNamed = async (
  trx: Trx,
  keys: readonly string[],
): Promise<Map<string, string[]>> => {
  const found = new Map<string, string[]>()
  if (keys.length === 0) return found
  const { rows } = await sql<{ key: string; id: string }>`
    select wanted.key, company.id from unnest(${[...keys]}::text[]) wanted(key)
    cross join lateral (
      select id from company where name_key = wanted.key order by id limit 20
    ) company`.execute(trx)
  for (const { key, id } of rows) found.set(key, [...(found.get(key) ?? []), id])
  return found
}

/** For activity filters other than lists: ids by filter and value. */
export const activityOf = async (
  trx: Trx,
  category: Category,
  kinds: readonly string[],
): Promise<Record<string, Record<string, string[]>>> => {
  if (kinds.length === 0) return {}
  const rows = await trx
    .selectFrom('record_activity')
    .select(['kind', 'value', 'record_id'])
    .where('category', '=', category)
    .where(sql<boolean>`kind = any(${[...kinds]}::text[])`)
    .execute()
  const sets = new Map<string, Map<string, string[]>>()
  const add = (kind: string, value: string, ids: readonly string[]): void => {
    const byValue = sets.get(kind) ?? new Map<string, string[]>()
    const list = byValue.get(value) ?? []
    for (const id of ids) list.push(id)
    sets.set(kind, byValue.set(value, list))
  }
  for (const { kind, value, record_id: id } of rows) add(kind, value, [id])
  if (category === 'company' && kinds.includes('cus-pushed-enriched'))
    add('cus-pushed-enriched', 'Yes', await idsCreatedInCrm(trx))
  return Object.fromEntries([...sets].map(([kind, byValue]) => [kind, Object.fromEntries(byValue)]))
}

const known = (ids: readonly string[]): string[] => ids.filter((id) => isUuid(id))

const listsOf = (category: Category, userId: string) => sql`array(
  select i.name from list_member m
  join saved_item i on i.org_id = m.org_id and i.id = m.list_id
  where m.record_id = wanted.id and not m.removed and i.category = ${sql.lit(category)}
    and i.deleted_at is null and (i.shared or i.owner_id = ${userId})
  order by i.name, i.id)`

export const revealContact = (doc: string, contact: Contact, washes: Washes): Person => {
  // The query returns people.
  const person = withWashes(JSON.parse(doc) as Person, contact, washes)
  const { work_email: work, personal_email: personal, mobile, direct_phone: direct } = person
  return {
    ...person,
    ...(work && contact.work_email ? { work_email: { ...work, value: contact.work_email } } : {}),
    ...(personal && contact.personal_email
      ? { personal_email: { ...personal, value: contact.personal_email } }
      : {}),
    ...(mobile && contact.mobile ? { mobile: { ...mobile, value: contact.mobile } } : {}),
    ...(direct && contact.direct_phone
      ? { direct_phone: { ...direct, value: contact.direct_phone } }
      : {}),
  }
}
