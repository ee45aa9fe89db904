import type { Candidate, Grant, MatchKey, ObjectKind } from '../port.ts'
import { hostKey } from '../web-keys.ts'
import { nameOf, recordUrl } from './account.ts'
import { ownField, type HubspotRecord } from './shapes.ts'

/** The properties from which keys and names are read. */
export const keyProperties = (object: ObjectKind): readonly string[] =>
  object === 'company'
    ? [
        'name',
        'domain',
        'hs_additional_domains',
        'linkedin_company_page',
        'hs_merged_object_ids',
        ownField,
      ]
    : ['firstname', 'lastname', 'email', 'hs_additional_emails', 'hs_merged_object_ids', ownField]

export const candidateOf = (grant: Grant, object: ObjectKind, record: HubspotRecord): Candidate => {
  const { id, properties } = record
  const name =
    object === 'company'
      ? properties['name'] || properties['domain']
      : nameOf(properties['firstname'], properties['lastname']) || properties['email']
  return { id, name: name || id, url: recordUrl(grant, object, id), keys: keysOf(record) }
}

export const keysOf = ({ properties }: HubspotRecord): readonly MatchKey[] => {
  const own = listOf(properties[ownField])
  const emails = [...listOf(properties['email']), ...listOf(properties['hs_additional_emails'])]
  const domains = [...listOf(properties['domain']), ...listOf(properties['hs_additional_domains'])]
  return [
    ...own.map((value) => ({ kind: 'own' as const, value })),
    ...emails.map((value) => ({ kind: 'email' as const, value: value.toLowerCase() })),
    ...domains.map((value) => ({ kind: 'domain' as const, value: hostKey(value) })),
    ...listOf(properties['linkedin_company_page']).map((value) => ({
      kind: 'linkedin' as const,
      value,
    })),
  ]
}

/** Of merged records, which the survivor names. */
export const mergedInto = ({ properties }: HubspotRecord): readonly string[] =>
  listOf(properties['hs_merged_object_ids'])

/** A search compares whole values. */
export const spellingsOf = (domain: string): readonly string[] => {
  const bare = hostKey(domain)
  const hosts = [bare, `www.${bare}`]
  return hosts.flatMap((host) => [host, `https://${host}`, `http://${host}`, `https://${host}/`])
}

/** Values of a list are parted by semicolons. */
const listOf = (value: string | null | undefined): readonly string[] =>
  (value ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
