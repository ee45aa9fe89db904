import type { Change } from '../../contract/sync.ts'
import type { Member } from './saved-work.ts'

/** A device that does what `contract/sync.ts` asks of one: the plainest reader of the feed. */
export const createDevice = (member: Member) => {
  const kept = {
    search: new Map<string, unknown>(),
    list: new Map<string, unknown>(),
    recent: new Map<string, unknown>(),
    activity: new Map<string, unknown>(),
    agent: new Map<string, unknown>(),
  }
  const members = new Map<string, Set<string>>()
  let named = new Set<string>()
  let whole = false

  const take = (change: Change): void => {
    const { id, kind } = change
    named.add(`${kind} ${id}`)
    if (kind === 'members') {
      const held = members.get(id) ?? new Set()
      members.set(id, held)
      for (const record of change.added) held.add(record)
      for (const record of change.removed) held.delete(record)
    } else if (change.value === null) {
      kept[kind].delete(id)
      if (kind === 'list') members.delete(id)
    } else kept[kind].set(id, change.value)
  }

  const sweep = (): void => {
    for (const kind of ['search', 'list', 'recent', 'activity', 'agent'] as const)
      for (const id of kept[kind].keys())
        if (!named.has(`${kind} ${id}`)) {
          kept[kind].delete(id)
          if (kind === 'list') members.delete(id)
        }
  }

  const device = {
    cursor: null as string | null,
    pages: 0,
    resets: 0,
    searches: kept.search,
    lists: kept.list,
    agents: kept.agent,
    members,
    /** One page; whether there is another. */
    pullPage: async (limit = 500, told: Change[] = []): Promise<boolean> => {
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
      told.push(...body.changes)
      device.cursor = body.cursor
      return body.more
    },
    /** Reads to the end and answers what was told. */
    pull: async (limit = 500): Promise<Change[]> => {
      const told: Change[] = []
      while (await device.pullPage(limit, told));
      return told
    },
    /** Everything held, comparable. */
    state: () => ({
      ...Object.fromEntries(
        Object.entries(kept).map(([kind, values]) => [kind, Object.fromEntries(values)]),
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
