import { sql, type Transaction } from 'kysely'
import type { Database } from '../platform/db/db.ts'
import type { FileStore } from '../platform/vendors/files.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Tables } from '../platform/db/tables.ts'
import { marketPhoneKey } from '../do-not-call/phone-key.ts'
import { hashesOf, removals, type IncomingPerson } from '../do-not-call/removed-people.ts'
import { forgetNameIn } from '../push/outbox.ts'
import { linkedinKey } from '../entity-matching/name-keys.ts'
import { nextTick, noteRemoval, peopleByIds } from '../records/store.ts'
import { forgetSignalsOf } from '../signals/retention.ts'
import {
  isFound,
  leaveOrganisation,
  numberElsewhere,
  type Holdings,
  type Leaving,
} from './in-organisation.ts'
import { findTextColumns, redactMatches, type Column } from './sweep.ts'
import { tracesOf } from './traces.ts'
import { isUuid } from '../../contract/core/ids.ts'

type Trx = Transaction<Tables>

/** `places` are texts with their name that were left unchanged, by organisation. */
export type Removed = Omit<Holdings, 'files' | 'sameName'> & {
  id: string
  organisations: number
  files: number
  places: { orgId: string; texts: number }[]
}

/**
 * By id, email address or LinkedIn page, from every organisation. Salted hashes stay, so that imports do not add the person
 * again, as do ledger entries and an audit entry. Throws a Refusal for no match, or several.
 */
export const removePerson = async (
  db: Database,
  files: FileStore,
  query: string,
  now: Date,
): Promise<Removed> => {
  const sum: Removed = {
    id: '',
    organisations: 0,
    unlocked: 0,
    lists: 0,
    activities: 0,
    requests: 0,
    uploads: 0,
    texts: 0,
    files: 0,
    places: [],
  }
  // A bulk transaction, because searching all texts exceeds the usual statement timeout.
  const found = await db.bulk(async ({ trx }) => {
    const id = await findPersonId(trx, query)
    const [person] = await peopleByIds(trx, [id])
    if (!person) throw notFound(query)
    const leaving = leavingOf(person)
    const seq = await nextTick(trx)
    const { salt } = await removals(trx)
    const hashes = hashesOf(salt, person)
    await sql`insert into removed_person (hash) select unnest(${hashes}::text[])
      on conflict do nothing`.execute(trx)
    await sql`delete from listed_number where number = any(${[...leaving.numbers]}::text[])
      and not ${numberElsewhere(id, 'listed_number.number')}`.execute(trx)
    await trx.deleteFrom('person').where('id', '=', id).execute()
    await forgetSignalsOf(trx, person.person, now)
    await forgetNameIn(trx, person.person.name)
    await sql`insert into record_removed (category, id, seq) values ('people', ${id}::uuid, ${seq}::bigint)
      on conflict (category, id) do update set seq = excluded.seq`.execute(trx)
    await noteRemoval(trx, seq)
    await everywhere(trx, files, leaving, sum)
    return leaving
  })
  // A second pass, for transactions that were still in progress during the first.
  await db.bulk(({ trx }) => everywhere(trx, files, found, sum))
  return { ...sum, id: found.id }
}

export const removedLines = ({ id, places, ...counts }: Removed): string[] => [
  `Removed ${id}. Organisations with their data: ${counts.organisations}.`,
  `Reveals cleared: ${counts.unlocked}. Lists: ${counts.lists}. Notes, visits, follow-ups, stops and reports: ${counts.activities}.`,
  `Requests: ${counts.requests}, files to rebuild without them: ${counts.files}. Uploads: ${counts.uploads}. Other text: ${counts.texts}.`,
  ...(places.length === 0
    ? []
    : [
        'The same name also appears in other organisations’ text. It may be someone else. Check these:',
        ...places.map(({ orgId, texts }) => `  ${orgId}: ${texts}`),
      ]),
  'Backups keep their data until they expire, and free database space may too. See docs/operations.md.',
]

const everywhere = async (
  trx: Trx,
  files: FileStore,
  leaving: Leaving,
  sum: Removed,
): Promise<void> => {
  const columns = await findTextColumns(trx)
  await ofNobody(trx, columns, leaving)
  const places: Removed['places'] = []
  for (const orgId of await organisations(trx)) {
    await sql`select set_config('app.org', ${orgId}, true)`.execute(trx)
    const holdings = await leaveOrganisation(trx, orgId, leaving, columns)
    for (const key of holdings.files) await files.remove(key)
    if (isFound(holdings)) sum.organisations += 1
    for (const part of counted) sum[part] += holdings[part]
    sum.files += holdings.files.length
    if (holdings.sameName > 0) places.push({ orgId, texts: holdings.sameName })
  }
  await sql`select set_config('app.org', '', true)`.execute(trx)
  sum.places = places
}

const counted = ['unlocked', 'lists', 'activities', 'requests', 'uploads', 'texts'] as const

const ofNobody = async (
  trx: Trx,
  columns: readonly Column[],
  { traces }: Leaving,
): Promise<void> => {
  for (const column of columns.filter(({ fenced }) => !fenced))
    if (traces.own !== null)
      await redactMatches({ trx, seq: '0', own: sql<boolean>`true` }, column, traces.own)
}

const leavingOf = (entry: IncomingPerson): Leaving => ({
  id: entry.person.id,
  traces: tracesOf(entry),
  numbers: [entry.contact.mobile, entry.contact.direct_phone].flatMap(
    (number) => marketPhoneKey(number) ?? [],
  ),
})

const organisations = async (trx: Trx): Promise<string[]> => {
  const { rows } = await sql<{ org_id: string }>`
    select org_id from customer union select org_id from subscription union select org_id from member
    union select org_id from org_clock union select org_id from credit_account order by 1`.execute(
    trx,
  )
  return rows.map((row) => row.org_id)
}

const findPersonId = async (trx: Trx, query: string): Promise<string> => {
  const trimmed = query.trim()
  const page = linkedinKey(trimmed)
  const { rows } = await sql<{ id: string }>`
    select id from person where ${
      isUuid(trimmed.toLowerCase())
        ? sql`id = ${trimmed.toLowerCase()}::uuid`
        : page === null
          ? sql`lower(contact->>'work_email') = ${trimmed.toLowerCase()}
              or lower(contact->>'personal_email') = ${trimmed.toLowerCase()}`
          : sql`linkedin = ${page} or doc->>'linkedin_url' = ${trimmed}`
    } limit 20`.execute(trx)
  const [match, ...more] = rows
  if (match === undefined) throw notFound(query)
  if (more.length > 0)
    throw new Refusal(
      `${rows.length} people match ${trimmed}. Use an id: ${rows.map(({ id }) => id).join(', ')}`,
    )
  return match.id
}

const notFound = (query: string): Refusal =>
  new Refusal(`We can’t find ${query.trim()}. Use an id, an email address or a LinkedIn page.`)
