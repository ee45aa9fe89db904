import type { Category } from '../../contract/records/records.ts'
import { documentsOf, type ChangedRows } from './documents.ts'
import { createMemoryReleaser } from './release-memory.ts'
import { createMarket, type Published } from './market.ts'
import type { Fresh } from './rebuilder.ts'
import { readSnapshot, writeSnapshot, type Snapshot } from './snapshot.ts'

/** The errors are of records left out. */
export type Written = { published: Published; needsCompaction: boolean; unreadable: string[] }

export type Writer = {
  load(folder: string): Snapshot | string
  adopt(published: Published): void
  change(rows: ChangedRows): Written
  remove(request: { category: Category; ids: readonly string[] }): Written
  beginReplacement(): void
  replace(fresh: Fresh): Written
  save(request: { folder: string } & Omit<Snapshot, 'published'>): void
}

export const createWriter = (lanes: number): Writer => {
  let market = createMarket(lanes)
  const releaseMemory = createMemoryReleaser()
  const written = (unreadable: string[] = []): Written => {
    market.tidy()
    const published = market.published()
    releaseMemory(published)
    return { published, needsCompaction: market.needsCompaction(), unreadable }
  }
  return {
    load: (folder) => {
      const snapshot = readSnapshot(folder, lanes)
      if (typeof snapshot === 'string') return snapshot
      try {
        market = createMarket(lanes, snapshot.published)
      } catch (error) {
        // The index can be rebuilt, so a bad snapshot must not fail the start.
        return error instanceof Error ? error.message : 'it does not open'
      }
      return { ...snapshot, published: market.published() }
    },
    adopt: (published) => {
      market = createMarket(lanes, published)
    },
    change: (rows) => {
      const { docs, unreadable } = documentsOf(rows)
      market.upsert(docs)
      return written(unreadable)
    },
    remove: ({ category, ids }) => {
      market.remove(category, ids)
      return written()
    },
    beginReplacement: () => {
      market.beginReplacement()
    },
    replace: (fresh) => {
      market.replace(fresh)
      return written()
    },
    save: ({ folder, ...state }) => {
      writeSnapshot(folder, { published: market.published(), ...state })
    },
  }
}
