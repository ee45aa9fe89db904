import type { Category } from '../../contract/records/records.ts'
import type { SearchDoc } from '../../contract/search/search-doc.ts'
import { documentsOf, type ChangedRows } from './documents.ts'
import { createLettingGo } from './letting-go.ts'
import { createMarket, type Published } from './market.ts'
import type { Fresh } from './rebuilder.ts'
import { readSnapshot, writeSnapshot, type Snapshot } from './snapshot.ts'

/** The state after a change, whether so much has changed that the index should be built anew, and what was wrong with records left out. */
export type Written = { published: Published; worn: boolean; unreadable: string[] }

/** Holds the market and carries out changes one after the other. */
export type Writer = {
  /** Starts from the snapshot of a folder; a string says why it cannot. */
  load(folder: string): Snapshot | string
  /** Goes on from a state another writer has published. */
  adopt(published: Published): void
  upsert(docs: readonly SearchDoc[]): Written
  change(rows: ChangedRows): Written
  remove(gone: { category: Category; ids: readonly string[] }): Written
  beginReplacement(): void
  replace(fresh: Fresh): Written
  save(request: { folder: string; seq: number; day: string }): void
}

export const createWriter = (lanes: number): Writer => {
  let market = createMarket(lanes)
  const shown = createLettingGo()
  const written = (unreadable: string[] = []): Written => {
    market.tidy()
    const published = market.published()
    shown(published)
    return { published, worn: market.worn(), unreadable }
  }
  return {
    load: (folder) => {
      const snapshot = readSnapshot(folder, lanes)
      if (typeof snapshot === 'string') return snapshot
      try {
        market = createMarket(lanes, snapshot.published)
      } catch (error) {
        // An index can be built again; a start that fails over it cannot be explained to anyone.
        return error instanceof Error ? error.message : 'it does not open'
      }
      return { ...snapshot, published: market.published() }
    },
    adopt: (published) => {
      market = createMarket(lanes, published)
    },
    upsert: (docs) => {
      market.upsert(docs)
      return written()
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
    save: ({ folder, seq, day }) => {
      writeSnapshot(folder, { published: market.published(), seq, day })
    },
  }
}
