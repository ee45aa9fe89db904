import type { Change } from '../../contract/sync.ts'
import type { Member } from './saved-work.ts'

/** The simplest reader of the change feed that follows `contract/sync.ts`. */
export const createDevice = (member: Member) => {
  const items = new Map<string, Map<string, unknown>>()
  const itemsOf = (kind: string): Map<string, unknown> => {
    const ofKind = items.get(kind) ?? new Map<string, unknown>()
    items.set(kind, ofKind)
    return ofKind
  }
  const members = new Map<string, Set<string>>()
  let named = new Set<string>()
  let whole = false

  const take = (change: Change): void => {
    const { id, kind } = change
    named.add(`${kind} ${id}`)
    if (kind === 'members') {
      const ids = members.get(id) ?? new Set()
      members.set(id, ids)
      for (const record of change.added) ids.add(record)
      for (const record of change.removed) ids.delete(record)
    } else if (change.value === null) {
      itemsOf(kind).delete(id)
      if (kind === 'list') members.delete(id)
    } else itemsOf(kind).set(id, change.value)
  }

  const sweep = (): void => {
    for (const [kind, ofKind] of items)
      for (const id of ofKind.keys())
        if (!named.has(`${kind} ${id}`)) {
          ofKind.delete(id)
          if (kind === 'list') members.delete(id)
        }
  }

  const device = {
    cursor: null as string | null,
    pages: 0,
    resets: 0,
    searches: itemsOf('search'),
    lists: itemsOf('list'),
    agents: itemsOf('agent'),
    members,
    pullPage: async (limit = 500, changes: Change[] = []): Promise<boolean> => {
      const since = device.cursor === null ? '' : `&since=${encodeURIComponent(device.cursor)}`
      const { status, body } = await member.read(`/sync/changes?limit=${limit}${since}`)
      if (status !== 200) throw new Error(`the feed answered ${status}`)
      device.pages += 1
      if (body.reset && !whole) {
        device.resets += 1
        named = new Set()
        members.clear()
      }
      whole = body.reset && body.more
      for (const change of body.changes) take(change)
      if (body.reset && !body.more) sweep()
      changes.push(...body.changes)
      device.cursor = body.cursor
      return body.more
    },
    pull: async (limit = 500): Promise<Change[]> => {
      const changes: Change[] = []
      while (await device.pullPage(limit, changes));
      return changes
    },
    state: () => ({
      ...Object.fromEntries(
        [...items]
          .filter(([, ofKind]) => ofKind.size > 0)
          .map(([kind, ofKind]) => [kind, Object.fromEntries(ofKind)]),
      ),
      members: Object.fromEntries(
        [...members]
          .filter(([, ids]) => ids.size > 0)
          .map(([id, ids]) => [id, [...ids].toSorted()]),
      ),
    }),
  }
  return device
}

export type Device = ReturnType<typeof createDevice>
