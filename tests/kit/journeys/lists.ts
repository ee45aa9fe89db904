import { z } from 'zod'
import { Activity } from '../../../contract/saved-work/activities.ts'
import { FollowUp } from '../../../contract/saved-work/follow-ups.ts'
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

/** The caller's, by the name of their record. */
export const followUpsWith = async ({ call }: Colleague, name: string): Promise<FollowUp[]> => {
  const found: FollowUp[] = []
  for (let since = '', more = true; more;) {
    const page = Changes.parse(await call('GET', `/sync/changes?limit=1000${since}`))
    for (const { kind, value } of page.changes)
      if (kind === 'follow-up') found.push(FollowUp.parse(value))
    since = `&since=${encodeURIComponent(page.cursor)}`
    more = page.more
  }
  return found.filter(({ recordName }) => recordName === name)
}

const Changes = z.object({
  changes: z.array(z.object({ kind: z.string(), value: z.optional(z.unknown()) })),
  cursor: z.string(),
  more: z.boolean(),
})
const Options = z.object({ records: z.array(z.object({ value: z.string() })) })
const Found = z.object({ records: z.array(z.object({ id: z.string() })) })
