import { createHmac } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Person } from '../../contract/records/records.ts'
import { folded } from '../../contract/search/search-doc.ts'
import type { Contact, Tables } from '../platform/db/tables.ts'
import { domainKey } from '../entity-matching/domain-key.ts'
import { linkedinKey } from '../entity-matching/name-keys.ts'
import { marketPhoneKey } from './phone-key.ts'

type Trx = Transaction<Tables>

/** A person with what is paid for, as they are written. */
export type Arriving = { person: Person; contact: Contact }

/** What somebody who was removed is known again by. Nothing of it can be read back, and the salt is this installation's own. */
export const hashesOf = (salt: string, { person, contact }: Arriving): string[] => [
  ...markOf(salt, { person, contact }),
  ...numbersOf(contact).map((key) => hashed(salt, 'number', key)),
]

/** Of these hashes those of people who were removed. */
export const removedAmong = async (
  trx: Trx,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (hashes.length === 0) return new Set()
  const rows = await trx
    .selectFrom('removed_person')
    .select('hash')
    .where('hash', 'in', [...hashes])
    .execute()
  return new Set(rows.map(({ hash }) => hash))
}

/** The salt, and whether anybody was ever removed: nothing needs to be hashed where nobody was. */
export const removals = async (trx: Trx): Promise<{ salt: string; any: boolean }> => {
  const { salt } = await trx.selectFrom('removal_salt').select('salt').executeTakeFirstOrThrow()
  const one = await trx.selectFrom('removed_person').select('hash').limit(1).executeTakeFirst()
  return { salt, any: one !== undefined }
}

/**
 * A person as they may be written: null for one who was removed (by e-mail address, LinkedIn page, or name at a company), and without a
 * number that a removed person had, since numbers are handed on and somebody else may have it now.
 */
export const asAdmitted = (
  salt: string,
  arriving: Arriving,
  removed: ReadonlySet<string>,
): Arriving | null => {
  if (markOf(salt, arriving).some((hash) => removed.has(hash))) return null
  const { person, contact } = arriving
  const isGone = (number: string | undefined): boolean => {
    const key = marketPhoneKey(number)
    return key !== null && removed.has(hashed(salt, 'number', key))
  }
  if (!isGone(contact.mobile) && !isGone(contact.direct_phone)) return arriving
  const { mobile: _mobile, direct_phone: _direct, ...without } = person
  const { mobile: _number, direct_phone: _line, ...rest } = contact
  return {
    person: {
      ...without,
      ...(!isGone(contact.mobile) && person.mobile && { mobile: person.mobile }),
      ...(!isGone(contact.direct_phone) &&
        person.direct_phone && { direct_phone: person.direct_phone }),
    },
    contact: {
      ...rest,
      ...(!isGone(contact.mobile) && contact.mobile !== undefined && { mobile: contact.mobile }),
      ...(!isGone(contact.direct_phone) &&
        contact.direct_phone !== undefined && { direct_phone: contact.direct_phone }),
    },
  }
}

const markOf = (salt: string, { person, contact }: Arriving): string[] => {
  const { domain } = person.company
  const page = linkedinKey(person.linkedin_url)
  return [
    ...[contact.work_email, contact.personal_email].flatMap((email) =>
      email === undefined ? [] : [hashed(salt, 'email', email.trim().toLowerCase())],
    ),
    ...(page === null ? [] : [hashed(salt, 'linkedin', page)]),
    ...(domain === undefined
      ? []
      : [hashed(salt, 'name', `${folded(person.name)}@${domainKey(domain) ?? domain}`)]),
  ]
}

const numbersOf = ({ mobile, direct_phone: direct }: Contact): string[] =>
  [marketPhoneKey(mobile), marketPhoneKey(direct)].filter((key) => key !== null)

const hashed = (salt: string, kind: string, value: string): string =>
  createHmac('sha256', salt).update(`${kind}:${value}`).digest('base64url')
