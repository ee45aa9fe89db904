import { sql, type Transaction } from 'kysely'
import type { DoNotCall } from '../../contract/records/records.ts'
import type { Tables } from '../platform/db/tables.ts'
import { strongest } from './do-not-call.ts'
import { marketPhoneKey } from './phone-key.ts'
import { asAdmitted, hashesOf, removals, removedAmong, type Arriving } from './removed.ts'

type Trx = Transaction<Tables>

/**
 * People on their way into the market: without those who asked to be removed, and with every number that was ever listed still listed,
 * whoever brings it and whatever they know of it (I25).
 */
export const arriving = async (trx: Trx, people: readonly Arriving[]): Promise<Arriving[]> =>
  stillListed(trx, await admitted(trx, people))

/** Numbers a source calls listed, with the day it says so (null: none), as `noteListed` takes them. */
export const listedNumber = ({ person, contact }: Arriving): [string, string | null] | null => {
  const key = marketPhoneKey(contact.mobile)
  const dnc = person.mobile?.dnc
  return key !== null && dnc?.listed === 'yes' ? [key, dnc.washed_at ?? null] : null
}

/** Remembers numbers as listed, for good. */
export const noteListed = async (
  trx: Trx,
  numbers: Iterable<readonly [string, string | null]>,
): Promise<void> => {
  const latest = new Map<string, string | null>()
  for (const [number, day] of numbers)
    if (!latest.has(number) || (day ?? '') > (latest.get(number) ?? '')) latest.set(number, day)
  if (latest.size === 0) return
  await sql`
    insert into listed_number as held (number, washed_at)
    select number, washed_at from unnest(${[...latest.keys()]}::text[], ${[...latest.values()]}::date[])
      as told (number, washed_at) order by number
    on conflict (number) do update set washed_at = excluded.washed_at, updated_at = now()
    where held.washed_at is null or held.washed_at < excluded.washed_at`.execute(trx)
}

const admitted = async (trx: Trx, people: readonly Arriving[]): Promise<readonly Arriving[]> => {
  const { salt, any } = await removals(trx)
  if (!any) return people
  const removed = await removedAmong(
    trx,
    people.flatMap((one) => hashesOf(salt, one)),
  )
  return people.flatMap((one) => asAdmitted(salt, one, removed) ?? [])
}

const stillListed = async (trx: Trx, people: readonly Arriving[]): Promise<Arriving[]> => {
  await noteListed(
    trx,
    people.flatMap((one) => {
      const listed = listedNumber(one)
      return listed === null ? [] : [listed]
    }),
  )
  const keys = people.flatMap(({ contact }) => marketPhoneKey(contact.mobile) ?? [])
  if (keys.length === 0) return [...people]
  const { rows } = await sql<{ number: string; washed_at: string | null }>`
    select number, washed_at from listed_number where number = any(${keys}::text[])`.execute(trx)
  const listed = new Map(rows.map(({ number, washed_at: day }) => [number, dayed(day)]))
  return people.map((one) => {
    const { mobile } = one.person
    const known = listed.get(marketPhoneKey(one.contact.mobile) ?? '')
    if (!mobile || !known) return one
    return {
      ...one,
      person: { ...one.person, mobile: { ...mobile, dnc: strongest(mobile.dnc, known) } },
    }
  })
}

const dayed = (washedAt: string | null): DoNotCall => ({
  listed: 'yes',
  ...(washedAt !== null && { washed_at: washedAt }),
})
