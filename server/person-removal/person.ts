import { sql, type Transaction } from 'kysely'
import type { Database } from '../platform/db/db.ts'
import type { FileStore } from '../platform/vendors/files.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Tables } from '../platform/db/tables.ts'
import { marketPhoneKey } from '../do-not-call/phone-key.ts'
import { hashesOf, removals, type Arriving } from '../do-not-call/removed.ts'
import { forgetNameIn } from '../push/outbox.ts'
import { linkedinKey } from '../entity-matching/name-keys.ts'
import { nextTick, peopleByIds } from '../records/store.ts'
import { forgetSignalsOf } from '../signals/forgetting.ts'
import {
  isFound,
  leaveOrganisation,
  numberElsewhere,
  type Held,
  type Leaving,
} from './in-organisation.ts'
import { columnsWithWords, swept, type Column } from './sweep.ts'
import { tracesOf } from './traces.ts'

type Trx = Transaction<Tables>

/** What was found and taken away, in numbers; `places` are the texts with their name that were left alone, by organisation. */
export type Removed = Omit<Held, 'files' | 'sameName'> & {
  id: string
  organisations: number
  files: number
  places: { orgId: string; texts: number }[]
}

/**
 * Removes a person for good, by id, e-mail address or LinkedIn page: the record, every link to it, notes, rows, files and texts of every
 * organisation. Salted hashes stay, so that no import brings them back, counts of the ledger, and a line in the audit logs. Throws a
 * Refusal where nobody, or more than one, is found.
 */
export const removePerson = async (
  db: Database,
  files: FileStore,
  who: string,
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
  // Every text of every organisation is looked through, for which an ordinary statement's time limit is too short.
  const found = await db.bulk(async ({ trx }) => {
    const id = await theOne(trx, who)
    const [person] = await peopleByIds(trx, [id])
    if (!person) throw nobody(who)
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
    await everywhere(trx, files, leaving, sum)
    return leaving
  })
  // Whoever was in the middle of something with them has ended it by now.
  await db.bulk(({ trx }) => everywhere(trx, files, found, sum))
  return { ...sum, id: found.id }
}

/** The same for whoever asked for it. */
export const removedLines = ({ id, places, ...told }: Removed): string[] => [
  `Removed ${id}. Organisations with their data: ${told.organisations}.`,
  `Reveals cleared: ${told.unlocked}. Lists: ${told.lists}. Notes, visits and reports: ${told.activities}.`,
  `Requests: ${told.requests}, files to rebuild without them: ${told.files}. Uploads: ${told.uploads}. Other text: ${told.texts}.`,
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
  const columns = await columnsWithWords(trx)
  await ofNobody(trx, columns, leaving)
  const places: Removed['places'] = []
  for (const orgId of await organisations(trx)) {
    await sql`select set_config('app.org', ${orgId}, true)`.execute(trx)
    const held = await leaveOrganisation(trx, orgId, leaving, columns)
    for (const key of held.files) await files.remove(key)
    if (isFound(held)) sum.organisations += 1
    for (const part of counted) sum[part] += held[part]
    sum.files += held.files.length
    if (held.sameName > 0) places.push({ orgId, texts: held.sameName })
  }
  await sql`select set_config('app.org', '', true)`.execute(trx)
  sum.places = places
}

const counted = ['unlocked', 'lists', 'activities', 'requests', 'uploads', 'texts'] as const

/** Words in tables that belong to no organisation. */
const ofNobody = async (
  trx: Trx,
  columns: readonly Column[],
  { traces }: Leaving,
): Promise<void> => {
  for (const column of columns.filter(({ fenced }) => !fenced))
    if (traces.own !== null)
      await swept({ trx, seq: '0', own: sql<boolean>`true` }, column, traces.own)
}

const leavingOf = (one: Arriving): Leaving => ({
  id: one.person.id,
  traces: tracesOf(one),
  numbers: [one.contact.mobile, one.contact.direct_phone].flatMap(
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

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const theOne = async (trx: Trx, who: string): Promise<string> => {
  const asked = who.trim()
  const page = linkedinKey(asked)
  const { rows } = await sql<{ id: string }>`
    select id from person where ${
      uuid.test(asked.toLowerCase())
        ? sql`id = ${asked.toLowerCase()}::uuid`
        : page === null
          ? sql`lower(contact->>'work_email') = ${asked.toLowerCase()}
              or lower(contact->>'personal_email') = ${asked.toLowerCase()}`
          : sql`linkedin = ${page} or doc->>'linkedin_url' = ${asked}`
    } limit 20`.execute(trx)
  const [one, ...more] = rows
  if (one === undefined) throw nobody(who)
  if (more.length > 0)
    throw new Refusal(
      `${rows.length} people match ${asked}. Use an id: ${rows.map(({ id }) => id).join(', ')}`,
    )
  return one.id
}

const nobody = (who: string): Refusal =>
  new Refusal(`We can’t find ${who.trim()}. Use an id, an email address or a LinkedIn page.`)
