import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { Category, CompanyView, Person, PersonView } from '../../contract/records/records.ts'
import { prepared } from '../platform/db/db.ts'
import type { Contact, Tables } from '../platform/db/tables.ts'
import { washesOfContacts, withWashes, type Washes } from '../do-not-call/do-not-call.ts'

type Trx = Transaction<Tables>

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Companies as a member of the organisation of this transaction sees them, with the names of the lists they may see, in the order of `ids`; unknown ids are left out. */
export const companyViews = async (
  trx: Trx,
  ids: readonly string[],
  userId: string,
): Promise<CompanyView[]> =>
  // The text is that of companies, by the query it comes from.
  (await viewTexts(trx, 'company', ids, userId)).map((text) => JSON.parse(text) as CompanyView)

/** People in the same way: contact values only where it has unlocked them. */
export const personViews = async (
  trx: Trx,
  ids: readonly string[],
  userId: string,
): Promise<PersonView[]> =>
  // The text is that of people, by the query it comes from.
  (await viewTexts(trx, 'people', ids, userId)).map((text) => JSON.parse(text) as PersonView)

/** The same views as JSON, for an answer that passes records on as they are: the ten largest companies take longer to parse, check and write again than to read. */
export const viewTexts = async (
  trx: Trx,
  category: Category,
  ids: readonly string[],
  userId: string,
): Promise<string[]> => {
  if (ids.length === 0) return []
  const { rows } = await rowsOf[category](known(ids), userId).execute(trx)
  // Asks nothing where no number is to be seen, which is most pages.
  const washes = await washesOfContacts(
    trx,
    rows.flatMap(({ contact }) => contact ?? []),
  )
  return rows.map(({ doc, unlocked, lists, contact }) => {
    // The stored record opens the text, so that what is said of it here counts.
    const record = contact === null ? doc : JSON.stringify(revealed(doc, contact, washes))
    return `${record.slice(0, -1)},"unlocked":${unlocked},"lists":${JSON.stringify(lists)}}`
  })
}

type Row = {
  /** The stored record, a JSON object that is never empty. */
  doc: string
  unlocked: boolean
  lists: string[]
  /** What may be seen of a person besides; null where nothing may. */
  contact: Contact | null
}

// Records and what was unlocked are looked up one by one (offset 0), so that a plan made for empty tables suits full ones.
// Of people, `unlocked_contact` gives a row only where the organisation has unlocked them.
const rowsOf: Record<Category, (ids: readonly string[], userId: string) => RawBuilder<Row>> = {
  company: (ids, userId) => sql`${prepared('companies')}
    select c.doc::text as doc, u.record_id is not null as unlocked, ${listsOf('company', userId)} as lists,
      null as contact
    from unnest(${ids}::uuid[]) with ordinality as asked(id, at)
    cross join lateral (select doc from company where id = asked.id offset 0) c
    left join lateral (select record_id from unlock where category = 'company' and record_id = asked.id offset 0) u on true
    order by asked.at`,
  people: (ids, userId) => sql`${prepared('people')}
    select p.doc::text as doc, u.contact is not null as unlocked, ${listsOf('people', userId)} as lists, u.contact
    from unnest(${ids}::uuid[]) with ordinality as asked(id, at)
    cross join lateral (select doc from person where id = asked.id offset 0) p
    left join lateral (select contact from unlocked_contact where id = asked.id offset 0) u on true
    order by asked.at`,
}

/** Names of lists and saved searches a member may see, by id. */
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

/** Names by id, for chips that only know ids. */
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

/** What the organisation did with records, for the activity filters other than lists: ids by filter and value. */
export const activityOf = async (
  trx: Trx,
  category: string,
  kinds: readonly string[],
): Promise<Record<string, Record<string, string[]>>> => {
  if (kinds.length === 0) return {}
  const rows = await trx
    .selectFrom('record_activity')
    .select(['kind', 'value', 'record_id'])
    .where('category', '=', category === 'company' ? 'company' : 'people')
    .where(sql<boolean>`kind = any(${[...kinds]}::text[])`)
    .execute()
  const sets = new Map<string, Map<string, string[]>>()
  for (const { kind, value, record_id: id } of rows) {
    const byValue = sets.get(kind) ?? new Map<string, string[]>()
    sets.set(kind, byValue.set(value, [...(byValue.get(value) ?? []), id]))
  }
  return Object.fromEntries([...sets].map(([kind, byValue]) => [kind, Object.fromEntries(byValue)]))
}

const known = (ids: readonly string[]): string[] => ids.filter((id) => uuid.test(id))

const listsOf = (category: Category, userId: string) => sql`array(
  select i.name from list_member m
  join saved_item i on i.org_id = m.org_id and i.id = m.list_id
  where m.record_id = asked.id and not m.removed and i.category = ${sql.lit(category)}
    and i.deleted_at is null and (i.shared or i.owner_id = ${userId})
  order by i.name, i.id)`

/** A stored person with what has been paid for, and what is known of their numbers. */
export const revealed = (doc: string, contact: Contact, washes: Washes): Person => {
  // Rows of people hold people.
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
