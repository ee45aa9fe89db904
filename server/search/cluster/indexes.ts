import { setTimeout as wait } from 'node:timers/promises'
import type { RecordDays } from '../../../contract/search/day-ranges.ts'
import type { Category } from '../../../contract/records/records.ts'
import type { SearchDoc } from '../../../contract/search/search-doc.ts'
import { indexedDoc } from './document.ts'
import { mapping, settings } from './fields.ts'
import { ClusterAway, ClusterRefusal, type Nodes } from './nodes.ts'

export type DatedDoc = { doc: SearchDoc; days: RecordDays }

/** A pair of indexes: companies and people. */
export type Indexes = {
  /** Searches find neither until they are shown. Those of a rebuild that did not end are deleted first. */
  create(shards: number): Promise<Target>
  /** In one step, instead of those shown so far, which are deleted. */
  show(target: Target): Promise<void>
  areShown(): Promise<boolean>
  shown: Target
  /** Later versions win, whatever the order. Returns why records were refused. */
  write(target: Target, docs: readonly DatedDoc[], version: number): Promise<string[]>
  remove(target: Target, category: Category, ids: readonly string[], version: number): Promise<void>
  /** Searches find what is written. */
  refresh(): Promise<void>
  /** Nothing of removed documents is left in the files. */
  expunge(): Promise<void>
}

export type Target = Readonly<Record<Category, string>>

const categories: readonly Category[] = ['company', 'people']

/** `name` is that of the aliases without their category. */
export const createIndexes = (nodes: Nodes, name: string, now: () => number): Indexes => {
  const shown: Target = { company: `${name}-company`, people: `${name}-people` }
  const both = Object.values(shown).join(',')
  const listed = async (): Promise<{ all: string[]; shown: string[] }> => {
    // The answer of OpenSearch 3: by index.
    const found = (await nodes.call('GET', `/${name}-*/_alias`)) as Record<
      string,
      { aliases: Record<string, unknown> }
    >
    const all = Object.keys(found)
    return { all, shown: all.filter((each) => Object.keys(found[each]?.aliases ?? {}).length > 0) }
  }
  const bulk = async (target: Target, operations: readonly Operation[]): Promise<string[]> => {
    // Without their alias a write would create an index without a mapping.
    const path = `/_bulk?require_alias=${target === shown}`
    const refused: string[] = []
    let left = operations
    for (let tries = 0; left.length > 0; tries++) {
      const lines = left.flatMap(({ head, body }) => (body ? [head, body] : [head]))
      const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
      // The answer of OpenSearch 3: an item per operation, in their order.
      const { items } = (await nodes.call('POST', path, text)) as BulkAnswer
      const again: Operation[] = []
      items.forEach((item, index) => {
        const { status, error } = item.index ?? item.delete ?? { status: 500 }
        const operation = left[index]
        // A newer version is there, or a removed record was never there.
        if (status < 300 || status === 409 || status === 404 || !operation) return
        if (status === 400) refused.push(JSON.stringify(error).slice(0, 300))
        else again.push(operation)
      })
      left = again
      if (left.length > 0 && tries === maxTries)
        throw new ClusterAway(`${left.length} documents could not be written.`)
      if (left.length > 0) await wait(100 * 2 ** tries)
    }
    return refused
  }

  return {
    shown,
    create: async (shards) => {
      const { all, shown: used } = await listed()
      for (const each of all.filter((index) => !used.includes(index)))
        await nodes.call('DELETE', `/${each}`)
      const target = {
        company: `${shown.company}-${now()}`,
        people: `${shown.people}-${now()}`,
      }
      for (const category of categories)
        await nodes.call('PUT', `/${target[category]}`, {
          settings: { index: { ...settings, number_of_shards: shards } },
          mappings: mapping,
        })
      return target
    },
    show: async (target) => {
      await nodes.call('POST', `/${Object.values(target).join(',')}/_refresh`)
      const { shown: before } = await listed()
      await nodes.call('POST', '/_aliases', {
        actions: [
          ...before.map((index) => ({ remove_index: { index } })),
          ...categories.map((category) => ({
            add: { index: target[category], alias: shown[category] },
          })),
        ],
      })
    },
    areShown: async () => {
      try {
        await nodes.call('GET', `/_alias/${both}`)
        return true
      } catch (error) {
        if (error instanceof ClusterRefusal && error.status === 404) return false
        throw error
      }
    },
    write: (target, docs, version) =>
      bulk(
        target,
        docs.map(({ doc, days }) => ({
          head: { index: headOf(target, doc.category, doc.id, version * 2 + 1) },
          body: indexedDoc(doc, days),
        })),
      ),
    remove: async (target, category, ids, version) => {
      // A record that was removed and added again in one tick stays.
      await bulk(
        target,
        ids.map((id) => ({ head: { delete: headOf(target, category, id, version * 2) } })),
      )
    },
    refresh: async () => {
      await nodes.call('POST', `/${both}/_refresh`)
    },
    expunge: async () => {
      await nodes.call('POST', `/${both}/_refresh`)
      await nodes.call('POST', `/${both}/_forcemerge?only_expunge_deletes=true`)
      await nodes.call('POST', `/${both}/_flush`)
    },
  }
}

const maxTries = 8

type Operation = { head: object; body?: object }

type BulkAnswer = {
  items: Partial<Record<'index' | 'delete', { status: number; error?: unknown }>>[]
}

const headOf = (target: Target, category: Category, id: string, version: number): object => ({
  _index: target[category],
  _id: id,
  version,
  version_type: 'external_gte',
})
