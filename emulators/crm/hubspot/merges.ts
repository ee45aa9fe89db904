import type { CrmWorld } from '../core/world.ts'
import { companiesOf, moveCompany, setCompanies } from './companies-of.ts'
import { listOf } from './lookup.ts'

/** The survivor has the lost record's ids, its address or domain as a further one, and its associations. */
export const mergeRecords = (world: CrmWorld, lost: string, survivor: string): void => {
  const [from, into] = [world.store.get(lost), world.store.get(survivor)]
  if (!from || !into) return
  const joined = (list: string, main: string): string => {
    const values = [
      ...listOf(into.values[list]),
      ...listOf(from.values[list]),
      ...listOf(from.values[main]),
    ]
    return [...new Set(values)].filter((value) => value !== into.values[main]).join(';')
  }
  const [list, main] =
    into.object === 'companies'
      ? ['hs_additional_domains', 'domain']
      : ['hs_additional_emails', 'email']
  world.store.update(survivor, {
    hs_merged_object_ids: [
      ...new Set([
        ...listOf(into.values['hs_merged_object_ids']),
        ...listOf(from.values['hs_merged_object_ids']),
        lost,
      ]),
    ].join(';'),
    [list]: joined(list, main) || null,
  })
  if (into.object === 'companies') moveCompany(world, lost, survivor)
  else setCompanies(world, survivor, [...companiesOf(world, survivor), ...companiesOf(world, lost)])
  for (const activity of Object.values(world.state.activities)) {
    if (activity.company === lost) activity.company = survivor
    if (activity.person === lost) activity.person = survivor
  }
}
