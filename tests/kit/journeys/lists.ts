import { z } from 'zod'
import { Activity } from '../../../contract/saved-work/activities.ts'
import { List } from '../../../contract/saved-work/lists.ts'
import type { Colleague } from './unreliable-network.ts'

/** The largest companies in Perth, starting at `from`. Replaces lists with this name; returns the id. */
export const listOf = async (
  colleague: Colleague,
  name: string,
  { size, from = 0, shared = false }: { size: number; from?: number; shared?: boolean },
): Promise<string> => {
  await forgetLists(colleague, name)
  const { call } = colleague
  const { records: places } = Options.parse(
    await call('GET', '/search/filter/options/search?identifier=location&searchTerm=perth'),
  )
  const location = places.slice(0, 1).map(({ value }) => value)
  const found = Found.parse(
    await call('POST', '/records', { category: 'company', size: 100, filters: { location } }),
  )
  const recordIds = found.records.slice(from, from + size).map(({ id }) => id)
  if (recordIds.length < size) throw new Error(`Only ${recordIds.length} of ${size} are there`)
  return List.parse(await call('POST', '/lists', { name, category: 'company', shared, recordIds }))
    .id
}

export const forgetLists = async (
  { call }: Colleague,
  ...names: readonly string[]
): Promise<void> => {
  for (const list of z.array(List).parse(await call('GET', '/lists')))
    if (names.includes(list.name) && list.isOwner) await call('DELETE', `/lists/${list.id}`)
}

export const listNamed = async ({ call }: Colleague, name: string): Promise<List | undefined> =>
  z
    .array(List)
    .parse(await call('GET', '/lists'))
    .find((list) => list.name === name)

export const activitiesOn = async ({ call }: Colleague, companyId: string): Promise<Activity[]> =>
  z.array(Activity).parse(await call('GET', `/records/company/${companyId}/activities`))

const Options = z.object({ records: z.array(z.object({ value: z.string() })) })
const Found = z.object({ records: z.array(z.object({ id: z.string() })) })
