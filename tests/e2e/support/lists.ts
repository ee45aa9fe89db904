import { z } from 'zod'
import { Activity } from '../../../contract/activities.ts'
import { List } from '../../../contract/lists.ts'
import type { Colleague } from './on-the-road.ts'

/** Makes a list of the first companies of Perth for the colleague, in place of any of this name; answers its id. */
export const listOf = async (
  { call }: Colleague,
  name: string,
  size: number,
  shared = false,
): Promise<string> => {
  const before = z.array(List).parse(await call('GET', '/lists'))
  for (const list of before)
    if (list.name === name && list.isOwner) await call('DELETE', `/lists/${list.id}`)
  const { records: places } = Options.parse(
    await call('GET', '/search/filter/options/search?identifier=location&searchTerm=perth'),
  )
  const location = places.flatMap(({ value }) => value).slice(0, 1)
  const found = Found.parse(
    await call('POST', '/records', {
      category: 'company',
      size: 100,
      filters: { location },
    }),
  )
  const recordIds = found.records.slice(0, size).map(({ id }) => id)
  if (recordIds.length < size) throw new Error(`There are only ${recordIds.length} of ${size}`)
  const made = await call('POST', '/lists', { name, category: 'company', shared, recordIds })
  return List.parse(made).id
}

export const listNamed = async ({ call }: Colleague, name: string): Promise<List | undefined> =>
  z
    .array(List)
    .parse(await call('GET', '/lists'))
    .find((list) => list.name === name)

/** What was done with a company, the latest first. */
export const activitiesOn = async ({ call }: Colleague, companyId: string): Promise<Activity[]> =>
  z.array(Activity).parse(await call('GET', `/records/company/${companyId}/activities`))

const Options = z.object({ records: z.array(z.object({ value: z.string() })) })
const Found = z.object({ records: z.array(z.object({ id: z.string() })) })
