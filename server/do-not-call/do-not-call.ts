import { sql, type Transaction } from 'kysely'
import { washHolds } from '../../contract/org/do-not-call.ts'
import type { DoNotCall, Person } from '../../contract/records/records.ts'
import { prepared } from '../platform/db/db.ts'
import type { Contact, Tables } from '../platform/db/tables.ts'
import { marketPhoneKey } from './phone-key.ts'
import { addDays } from '../../contract/core/days.ts'

type Trx = Transaction<Tables>

/** The organisation's own checks, and numbers that any source ever listed. */
export type Washes = ReadonlyMap<string, DoNotCall>

export const washesOf = async (trx: Trx, numbers: readonly string[]): Promise<Washes> => {
  if (numbers.length === 0) return new Map()
  // One index lookup per number (offset 0), which is fast at any table size.
  const { rows } = await sql<{
    number: string
    listed: boolean
    washed_at: string | null
  }>`${prepared('washes')}
    select found.* from unnest(${[...new Set(numbers)]}::text[]) as wanted (number)
    cross join lateral (
      select number, listed, washed_at from dnc_number where number = wanted.number
      union all select number, true, washed_at from listed_number where number = wanted.number
      offset 0) as found`.execute(trx)
  const washes = new Map<string, DoNotCall>()
  for (const { number, listed, washed_at: washedAt } of rows) {
    const known = washes.get(number)
    const state = stateOf(listed, washedAt)
    washes.set(number, known ? strongest(known, state) : state)
  }
  return washes
}

/** What a row shows or exports: an unlocked person's contact details, a company's numbers. */
type Shown = { contact: Contact | null; numbers: readonly string[] | null }

/** Call it before `revealContact` and `checkedNumbers`, whenever numbers are shown or exported. */
export const washesOfRows = (trx: Trx, rows: readonly Shown[]): Promise<Washes> =>
  washesOf(
    trx,
    rows.flatMap(({ contact, numbers }) =>
      [contact?.mobile, contact?.direct_phone, ...(numbers ?? [])]
        .map(marketPhoneKey)
        .filter((key) => key !== null),
    ),
  )

/** A company's phones, mobiles and the phones of its offices, for queries. */
export const numbersIn = (doc: string) => sql<string[]>`array(
  select jsonb_array_elements_text(${sql.ref(doc)}->'phones' || (${sql.ref(doc)}->'mobiles')
    || jsonb_path_query_array(${sql.ref(doc)}, '$.locations[*].phone')))`

/** By number; undefined if none was checked. */
export const checkedNumbers = (
  numbers: readonly string[],
  washes: Washes,
): Record<string, DoNotCall> | undefined => {
  const checked = numbers.flatMap((number) => {
    const state = washes.get(marketPhoneKey(number) ?? '')
    return state ? [[number, state] as const] : []
  })
  return checked.length === 0 ? undefined : Object.fromEntries(checked)
}

/** 'Listed' wins, whether by the market or the organisation's checks (I25). */
export const withWashes = (person: Person, contact: Contact, washes: Washes): Person => {
  if (washes.size === 0) return person
  const { mobile, direct_phone: direct } = person
  const ofMobile = washes.get(marketPhoneKey(contact.mobile) ?? '')
  const ofDirect = washes.get(marketPhoneKey(contact.direct_phone) ?? '')
  return {
    ...person,
    ...(mobile && ofMobile && { mobile: { ...mobile, dnc: strongest(mobile.dnc, ofMobile) } }),
    ...(direct &&
      ofDirect && {
        direct_phone: {
          ...direct,
          dnc: direct.dnc ? strongest(direct.dnc, ofDirect) : ofDirect,
        },
      }),
  }
}

/** Listed wins whatever its date; otherwise the later check. */
export const strongest = (first: DoNotCall, second: DoNotCall): DoNotCall => {
  if (rank[first.listed] !== rank[second.listed])
    return rank[first.listed] > rank[second.listed] ? first : second
  return (first.washed_at ?? '') >= (second.washed_at ?? '') ? first : second
}

export const validUntil = (washedAt: string): string => addDays(washedAt, washHolds)

const rank = { yes: 2, no: 1, unknown: 0 } as const

const stateOf = (listed: boolean, washedAt: string | null): DoNotCall => ({
  listed: listed ? 'yes' : 'no',
  ...(washedAt !== null && { washed_at: washedAt, valid_until: validUntil(washedAt) }),
})
