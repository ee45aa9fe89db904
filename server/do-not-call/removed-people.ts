import { createHmac } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Person } from '../../contract/records/records.ts'
import { foldText } from '../../contract/search/search-doc.ts'
import type { Contact, Tables } from '../platform/db/tables.ts'
import { domainKey } from '../entity-matching/domain-key.ts'
import { linkedinKey } from '../entity-matching/name-keys.ts'
import { marketPhoneKey } from './phone-key.ts'

type Trx = Transaction<Tables>

export type IncomingPerson = { person: Person; contact: Contact }

/** They cannot be reversed, and the salt belongs to this installation. */
export const hashesOf = (salt: string, { person, contact }: IncomingPerson): string[] => [
  ...markOf(salt, { person, contact }),
  ...numbersOf(contact).map((key) => hashOf(salt, 'number', key)),
]

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

export const removals = async (trx: Trx): Promise<{ salt: string; any: boolean }> => {
  const { salt } = await trx.selectFrom('removal_salt').select('salt').executeTakeFirstOrThrow()
  const row = await trx.selectFrom('removed_person').select('hash').limit(1).executeTakeFirst()
  return { salt, any: row !== undefined }
}

/**
 * Null for a removed person (by email address, LinkedIn page, or name at a company); drops numbers of removed people, since phone
 * companies reassign numbers.
 */
export const withoutRemoved = (
  salt: string,
  arriving: IncomingPerson,
  removed: ReadonlySet<string>,
): IncomingPerson | null => {
  if (markOf(salt, arriving).some((hash) => removed.has(hash))) return null
  const { person, contact } = arriving
  const isRemovedNumber = (number: string | undefined): boolean => {
    const key = marketPhoneKey(number)
    return key !== null && removed.has(hashOf(salt, 'number', key))
  }
  if (!isRemovedNumber(contact.mobile) && !isRemovedNumber(contact.direct_phone)) return arriving
  const { mobile: _mobile, direct_phone: _direct, ...without } = person
  const { mobile: _number, direct_phone: _line, ...rest } = contact
  return {
    person: {
      ...without,
      ...(!isRemovedNumber(contact.mobile) && person.mobile && { mobile: person.mobile }),
      ...(!isRemovedNumber(contact.direct_phone) &&
        person.direct_phone && { direct_phone: person.direct_phone }),
    },
    contact: {
      ...rest,
      ...(!isRemovedNumber(contact.mobile) &&
        contact.mobile !== undefined && { mobile: contact.mobile }),
      ...(!isRemovedNumber(contact.direct_phone) &&
        contact.direct_phone !== undefined && { direct_phone: contact.direct_phone }),
    },
  }
}

const markOf = (salt: string, { person, contact }: IncomingPerson): string[] => {
  const { domain } = person.company
  const page = linkedinKey(person.linkedin_url)
  return [
    ...[contact.work_email, contact.personal_email].flatMap((email) =>
      email === undefined ? [] : [hashOf(salt, 'email', email.trim().toLowerCase())],
    ),
    ...(page === null ? [] : [hashOf(salt, 'linkedin', page)]),
    ...(domain === undefined
      ? []
      : [hashOf(salt, 'name', `${foldText(person.name)}@${domainKey(domain) ?? domain}`)]),
  ]
}

const numbersOf = ({ mobile, direct_phone: direct }: Contact): string[] =>
  [marketPhoneKey(mobile), marketPhoneKey(direct)].filter((key) => key !== null)

const hashOf = (salt: string, kind: string, value: string): string =>
  createHmac('sha256', salt).update(`${kind}:${value}`).digest('base64url')
