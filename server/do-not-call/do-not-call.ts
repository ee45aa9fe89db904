import { sql, type Transaction } from 'kysely'
import { washHolds } from '../../contract/org/do-not-call.ts'
import type { DoNotCall, Person } from '../../contract/records/records.ts'
import { prepared } from '../platform/db/db.ts'
import type { Contact, Tables } from '../platform/db/tables.ts'
import { marketPhoneKey } from './phone-key.ts'

type Trx = Transaction<Tables>

/** What is known of numbers beyond the records that hold them: by the organisation's own washes, and of any source that ever said 'listed'. */
export type Washes = ReadonlyMap<string, DoNotCall>

/** What is known of these numbers (`phoneKey`) to the organisation of this transaction. */
export const washesOf = async (trx: Trx, numbers: readonly string[]): Promise<Washes> => {
  if (numbers.length === 0) return new Map()
  // Every number is looked up by itself (offset 0), which suits tables of any size.
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
    const told = stateOf(listed, washedAt)
    washes.set(number, known ? strongest(known, told) : told)
  }
  return washes
}

/** The same for everybody whose contact details are about to be seen or handed out: what an export has to ask before `revealed`. */
export const washesOfContacts = (trx: Trx, contacts: readonly Contact[]): Promise<Washes> =>
  washesOf(
    trx,
    contacts.flatMap(({ mobile, direct_phone: direct }) =>
      [marketPhoneKey(mobile), marketPhoneKey(direct)].filter((key) => key !== null),
    ),
  )

/** A person with what is known of their numbers laid over what the market says; nothing is ever less listed than either says (I25). */
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

/** Two words on one number: listed beats the rest, however old; of two equal ones the later check counts. */
export const strongest = (one: DoNotCall, other: DoNotCall): DoNotCall => {
  if (rank[one.listed] !== rank[other.listed])
    return rank[one.listed] > rank[other.listed] ? one : other
  return (one.washed_at ?? '') >= (other.washed_at ?? '') ? one : other
}

/** The last day a check holds; days as YYYY-MM-DD. */
export const validUntil = (washedAt: string): string =>
  new Date(Date.parse(washedAt) + washHolds * 86_400_000).toISOString().slice(0, 10)

const rank = { yes: 2, no: 1, unknown: 0 } as const

const stateOf = (listed: boolean, washedAt: string | null): DoNotCall => ({
  listed: listed ? 'yes' : 'no',
  ...(washedAt !== null && { washed_at: washedAt, valid_until: validUntil(washedAt) }),
})
