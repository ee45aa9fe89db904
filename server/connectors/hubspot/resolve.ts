import type { Api, Write, Written } from '../port.ts'
import type { Calls } from './calls.ts'
import { bareDomain } from './keys.ts'
import { findByKeys, readBy } from './find.ts'
import { ownField } from './shapes.ts'

/** The clocks of HubSpot and of this machine differ. */
const clockSkewMs = 2 * 60_000

/** Contacts are unique by email; companies are not by domain, so which of two new ones is ours stays unknown. */
export const resolveWithoutOwnKey = async (
  calls: Calls,
  api: Api,
  writes: readonly Write[],
  sentAt: number,
): Promise<readonly Written[]> => {
  const [first] = writes
  if (!first) return []
  const property = first.object === 'company' ? 'domain' : 'email'
  const kind = property
  const keys = writes.flatMap(({ values }) => {
    const value = values[property]
    return typeof value === 'string' && value !== '' ? [{ kind, value } as const] : []
  })
  const found = await findByKeys(calls, api, first.object, keys)
  const ids = found.flatMap(({ candidates }) => candidates.map(({ id }) => id))
  const records =
    ids.length === 0
      ? []
      : await readBy(calls, api, first.object, null, ids, [property, 'createdate', ownField])
  const recent = records.filter(
    ({ properties }) =>
      !properties[ownField] && Date.parse(properties['createdate'] ?? '') >= sentAt - clockSkewMs,
  )
  return writes.map(({ ref, values }): Written => {
    const value = values[property]
    if (typeof value !== 'string' || value === '') return { ref, is: 'unknown' }
    const matches = recent.filter(({ properties }) => isSame(properties[property] ?? '', value))
    const [match] = matches
    if (!match) return { ref, is: 'absent' }
    return matches.length === 1 ? { ref, is: 'created', id: match.id } : { ref, is: 'unknown' }
  })
}

const isSame = (stored: string, sent: string): boolean =>
  stored.toLowerCase() === sent.toLowerCase() || bareDomain(stored) === bareDomain(sent)
