import { z } from 'zod'
import type { StoredRecord } from '../core/state.ts'
import type { CrmWorld } from '../core/world.ts'

const Stored = z.object({
  latest: z.number(),
  rows: z.record(
    z.string(),
    z.object({ version: z.number(), at: z.number(), isDeleted: z.boolean() }),
  ),
})

export type Versions = {
  /** Notices what changed, also by users. */
  sync: () => void
  of: (record: StoredRecord) => number
  latest: () => number
}

/** Row versions grow with every change in the environment: ETags and change tracking are made of them. */
export const openVersions = (world: CrmWorld): Versions => {
  const parsed = Stored.safeParse(world.state.more['versions'])
  const stored = parsed.success ? parsed.data : { latest: 536_000, rows: {} }
  world.state.more['versions'] = stored
  const seen = new Map<string, unknown>()
  const notice = (record: StoredRecord): number => {
    const { id, values, isDeleted, updatedAt: at } = record
    const row = stored.rows[id]
    const isSame =
      row?.isDeleted === isDeleted && (seen.has(id) ? seen.get(id) === values : row.at === at)
    seen.set(id, values)
    if (row && isSame) return row.version
    stored.latest += 1
    stored.rows[id] = { version: stored.latest, at, isDeleted }
    return stored.latest
  }
  return {
    sync: () => {
      for (const record of Object.values(world.state.records)) notice(record)
    },
    of: notice,
    latest: () => stored.latest,
  }
}
