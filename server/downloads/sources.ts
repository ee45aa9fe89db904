import type { Category } from '../../contract/records/records.ts'
import { resolveSource, type Resolving } from '../record-sources/resolve.ts'
import { namesOf } from '../records/views.ts'
import type { Asker, Frozen, Sources } from './ports.ts'

export const marketSources = (parts: Resolving): Pick<Sources, 'ids' | 'search' | 'list'> => ({
  ids: async (asker, category, source) => {
    const frozen = rowsOf(await resolveSource(parts, asker, category, source))
    const [only, ...more] = source.ids
    if (only === undefined || more.length > 0) return frozen
    const table = category === 'company' ? 'company' : 'person'
    const names = await asker.inOrg((trx) => namesOf(trx, table, [only]))
    return { ...frozen, title: names[only] ?? null }
  },
  search: async (asker, category, source) =>
    rowsOf(await resolveSource(parts, asker, category, source)),
  list: async (asker, category, source) => ({
    ...rowsOf(await resolveSource(parts, asker, category, source)),
    title: await listName(asker, source.listId),
  }),
})

const rowsOf = (ids: readonly string[]): Frozen => ({
  title: null,
  rows: ids.map((recordId) => ({ recordId })),
})

const listName = async (asker: Asker, id: string): Promise<string | null> => {
  const item = await asker.inOrg((trx) =>
    trx.selectFrom('saved_item').select('name').where('id', '=', id).executeTakeFirst(),
  )
  return item?.name ?? null
}

export const countTitle = (category: Category, n: number): string =>
  category === 'company'
    ? `${n} ${n === 1 ? 'company' : 'companies'}`
    : `${n} ${n === 1 ? 'person' : 'people'}`
