import { listPageSize } from '../../../contract/constants.ts'
import { appliesTo, filterOf } from '../../../contract/search/filters.ts'
import { evaluate } from '../../../contract/search/evaluate.ts'
import { tidyCriteria } from '../../../contract/search/criteria.ts'
import type { Category } from '../../../contract/records/records.ts'
import type { ApiClient } from '../../lib/api.ts'
import type { Device } from '../../offline/database.ts'
import { readDeviceDocs } from '../../offline/device-docs.ts'
import { lists, membersOf } from '../../offline/live.ts'
import { recordsByIds } from '../../offline/pin-search.ts'
import type { FilterSource } from './filter-source.ts'
import { pinnedSource } from './pinned-source.ts'

/** A search of the records on this device, by the server's rules. `total`: how many records of each category there are. */
export type DeviceSource = FilterSource &
  Pick<ApiClient, 'records'> & { total: Record<Category, number> }

/** Reads every record on this device once; later changes need another source. */
export const createDeviceSource = async (device: Device): Promise<DeviceSource> => {
  const docs = await readDeviceDocs(device, Date.now())
  const own = (await lists(device)).filter(({ value }) => value.kind !== 'dynamic')
  const members = await Promise.all(own.map(({ id }) => membersOf(device, id)))
  const activity = {
    'cus-list': Object.fromEntries(own.map(({ id }, at) => [id, members[at] ?? []])),
  }
  const sourceOf = (category: Category): FilterSource => {
    const ofCategory = own.filter(({ value }) => value.category === category)
    const listNames = new Map(ofCategory.map(({ id, value }) => [id, value.name]))
    return pinnedSource(category, { name: 'device', docs: docs[category], activity, listNames })
  }
  const sources = { company: sourceOf('company'), people: sourceOf('people') }
  const sourceFor = (identifier: string): FilterSource => {
    const filter = filterOf(identifier)
    return filter && !appliesTo(filter, 'company') ? sources.people : sources.company
  }
  return {
    counted: sources.company.counted,
    catalogue: sources.company.catalogue,
    total: { company: docs.company.length, people: docs.people.length },
    counts: (input, options) => sources[input.category].counts(input, options),
    searchFilterOptions: (input, options) =>
      sourceFor(input.identifier).searchFilterOptions(input, options),
    filterLevels: (input, options) => sourceFor(input.identifier).filterLevels(input, options),
    optionLabels: (input, options) => sourceFor(input.identifier).optionLabels(input, options),
    records: async ({ category, from = 0, size = listPageSize, sorting = [], ...given }) => {
      const { filters = {}, operators = {}, excluded = {}, search = '', metadata = {} } = given
      const criteria = tidyCriteria({ filters, operators, excluded, search, metadata })
      const page = { category, criteria, sorting, from, size, activity }
      const { total, ids } = evaluate(docs[category], page)
      const records = await recordsByIds(device, ids)
      return { success: true, total, from, size, records, querySentence: '', tookMs: 0 }
    },
  }
}
