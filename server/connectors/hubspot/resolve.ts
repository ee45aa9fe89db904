import type { Api, Write, Written } from '../port.ts'
import { hostKey } from '../web-keys.ts'
import type { Calls } from './calls.ts'
import { findByKeys, maxKeys, readBy } from './find.ts'
import { ownField } from './shapes.ts'

/** Between our clock and HubSpot's, at most. */
const clockSkewMs = 600_000

/**
 * Contacts are unique by email; companies are not by domain, so which of two new ones is ours stays unknown. So do companies beyond those
 * that may be searched for at once.
 */
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
  const most = first.object === 'company' ? maxKeys : writes.length
  const keys = writes
    .flatMap(({ values }) => {
      const value = values[property]
      return typeof value === 'string' && value !== '' ? [{ kind, value } as const] : []
    })
    .slice(0, most)
  const isLookedFor = (value: string): boolean => keys.some((key) => key.value === value)
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
  const claimed = new Set<string>()
  return writes.map(({ ref, values }): Written => {
    const value = values[property]
    if (typeof value !== 'string' || !isLookedFor(value)) return { ref, is: 'unknown' }
    const matches = recent.filter(({ properties }) => isSame(properties[property] ?? '', value))
    const [match] = matches
    if (!match) return { ref, is: 'absent' }
    if (matches.length > 1 || claimed.has(match.id)) return { ref, is: 'unknown' }
    claimed.add(match.id)
    return { ref, is: 'created', id: match.id }
  })
}

const isSame = (stored: string, sent: string): boolean =>
  stored.toLowerCase() === sent.toLowerCase() || hostKey(stored) === hostKey(sent)
