import { sql, type Transaction } from 'kysely'
import type { DoNotCall } from '../../contract/records/records.ts'
import type { Tables } from '../platform/db/tables.ts'
import { strongest } from './do-not-call.ts'
import { marketPhoneKey } from './phone-key.ts'
import {
  withoutRemoved,
  hashesOf,
  removals,
  removedAmong,
  type IncomingPerson,
} from './removed-people.ts'

type Trx = Transaction<Tables>

/** Drops removed people; numbers that were ever listed stay listed, whatever the source says (I25). */
export const admitPeople = async (
  trx: Trx,
  people: readonly IncomingPerson[],
): Promise<IncomingPerson[]> => applyListedNumbers(trx, await dropRemoved(trx, people))

export const listedNumber = ({
  person,
  contact,
}: IncomingPerson): [string, string | null] | null => {
  const key = marketPhoneKey(contact.mobile)
  const dnc = person.mobile?.dnc
  return key !== null && dnc?.listed === 'yes' ? [key, dnc.washed_at ?? null] : null
}

export const noteListed = async (
  trx: Trx,
  numbers: Iterable<readonly [string, string | null]>,
): Promise<void> => {
  const latest = new Map<string, string | null>()
  for (const [number, day] of numbers)
    if (!latest.has(number) || (day ?? '') > (latest.get(number) ?? '')) latest.set(number, day)
  if (latest.size === 0) return
  await sql`
    insert into listed_number as existing (number, washed_at)
    select number, washed_at from unnest(${[...latest.keys()]}::text[], ${[...latest.values()]}::date[])
      as incoming (number, washed_at) order by number
    on conflict (number) do update set washed_at = excluded.washed_at, updated_at = now()
    where existing.washed_at is null or existing.washed_at < excluded.washed_at`.execute(trx)
}

/** Writes nothing. */
export const dropRemoved = async (
  trx: Trx,
  people: readonly IncomingPerson[],
): Promise<readonly IncomingPerson[]> => {
  const { salt, any } = await removals(trx)
  if (!any) return people
  const removed = await removedAmong(
    trx,
    people.flatMap((entry) => hashesOf(salt, entry)),
  )
  return people.flatMap((entry) => withoutRemoved(salt, entry, removed) ?? [])
}

const applyListedNumbers = async (
  trx: Trx,
  people: readonly IncomingPerson[],
): Promise<IncomingPerson[]> => {
  await noteListed(
    trx,
    people.flatMap((entry) => {
      const listed = listedNumber(entry)
      return listed === null ? [] : [listed]
    }),
  )
  const keys = people.flatMap(({ contact }) => marketPhoneKey(contact.mobile) ?? [])
  if (keys.length === 0) return [...people]
  const { rows } = await sql<{ number: string; washed_at: string | null }>`
    select number, washed_at from listed_number where number = any(${keys}::text[])`.execute(trx)
  const listed = new Map(rows.map(({ number, washed_at: day }) => [number, listedSince(day)]))
  return people.map((entry) => {
    const { mobile } = entry.person
    const known = listed.get(marketPhoneKey(entry.contact.mobile) ?? '')
    if (!mobile || !known) return entry
    return {
      ...entry,
      person: { ...entry.person, mobile: { ...mobile, dnc: strongest(mobile.dnc, known) } },
    }
  })
}

const listedSince = (washedAt: string | null): DoNotCall => ({
  listed: 'yes',
  ...(washedAt !== null && { washed_at: washedAt }),
})
