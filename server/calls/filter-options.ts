import { emptyCriteria } from '../../contract/search/criteria.ts'
import type { Filter } from '../../contract/search/filter.ts'
import { foldText } from '../../contract/search/search-doc.ts'
import type { FilterOption } from '../../contract/search/search.ts'
import { catalogOf, type Catalog } from '../catalog/catalog.ts'
import { visibleItems } from '../saved-work/items.ts'
import type { SearchEngine } from '../search/engine.ts'
import type { Context } from '../platform/http/context.ts'

export type OptionsPage = {
  from: number
  size: number
  term: string
  country?: 'AU' | 'NZ' | 'ALL' | undefined
  /** Null for the top level, undefined for any. */
  parent?: string | null
}

export type OptionsAnswer = { success: boolean; total: number; records: FilterOption[] }

type Choice = { value: string; label: string; parent?: string; hasChildren?: boolean }

export const optionsFrom = async (
  search: SearchEngine,
  filter: Filter,
  page: OptionsPage,
  { inOrg, userId }: Context,
): Promise<OptionsAnswer> => {
  if (filter.options)
    return listOptions(search, filter, filterChoices(filter.options, page.term), page)
  if (filter.about === 'activity') return inOrg((trx) => ownLists(trx, userId, page))
  const catalog = catalogOf(filter.identifier)
  if (!catalog) return observed(search, filter, page)
  const choices =
    page.term === '' && page.parent !== undefined
      ? await level(search, filter, catalog, page)
      : filterChoices(everything(catalog), page.term, catalog.alsoCalled)
  return listOptions(search, filter, choices, page, true)
}

export const listOptions = async (
  search: SearchEngine,
  filter: Filter,
  choices: readonly Choice[],
  page: Pick<OptionsPage, 'from' | 'size' | 'country'>,
  byCount = false,
): Promise<OptionsAnswer> => {
  if (filter.about === 'activity')
    return {
      success: true,
      total: choices.length,
      records: choices.map((choice) => ({ ...choice, count: 0 })),
    }
  const country = page.country === 'AU' || page.country === 'NZ' ? [page.country] : []
  const { counts } = await search.counts({
    category: filter.about,
    criteria: country.length === 0 ? emptyCriteria : { ...emptyCriteria, filters: { country } },
    options: { [filter.identifier]: choices.map(({ value }) => value) },
  })
  const counted = choices.map((choice) => ({
    ...choice,
    count: counts[filter.identifier]?.[choice.value] ?? 0,
  }))
  if (byCount) counted.sort((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1))
  return {
    success: true,
    total: counted.length,
    records: counted.slice(page.from, page.from + page.size),
  }
}

/** For filters without a catalogue; normalised titles stand in for positions (product 2.14). */
const observed = async (
  search: SearchEngine,
  filter: Filter,
  page: OptionsPage,
): Promise<OptionsAnswer> => {
  const { total, options } = await search.options({
    category: filter.about === 'people' ? 'people' : 'company',
    identifier: filter.identifier === 'position' ? 'position.cleaned' : filter.identifier,
    term: page.term,
    from: page.from,
    size: page.size,
    ...(page.country === 'AU' || page.country === 'NZ' ? { country: page.country } : {}),
  })
  return {
    success: true,
    total,
    records: options.map(({ value, count }) => ({ value, label: value, count })),
  }
}

/** The catalogue's, and those only in records, such as imported towns. */
const level = async (
  search: SearchEngine,
  filter: Filter,
  catalog: Catalog,
  page: OptionsPage,
): Promise<Choice[]> => {
  const parent = page.parent ?? null
  const known = parent === null ? catalog.top() : catalog.children(parent)
  const choices = known.map((option) => choiceOf(catalog, option, parent))
  if (parent === null || !parent.includes('/') || filter.about === 'activity') return choices
  const brought = await search.options({
    category: filter.about,
    identifier: filter.identifier,
    parent,
    term: '',
    from: 0,
    size: 1000,
  })
  const have = new Set(choices.map(({ value }) => value))
  for (const { value } of brought.options)
    if (!have.has(value))
      choices.push(choiceOf(catalog, { value, label: catalog.labelOf(value) }, parent))
  return choices
}

const choiceOf = (
  catalog: Catalog,
  option: { value: string; label: string },
  parent: string | null,
): Choice => ({
  value: option.value,
  label: option.label,
  ...(parent === null ? {} : { parent }),
  hasChildren: catalog.children(option.value).length > 0,
})

const everything = (catalog: Catalog): Choice[] => {
  const found: Choice[] = []
  const walk = (
    options: readonly { value: string; label: string }[],
    parent: string | null,
  ): void => {
    for (const option of options) {
      // Outside its branch a town needs its state: three states have a Richmond.
      found.push({ ...choiceOf(catalog, option, parent), label: catalog.labelOf(option.value) })
      walk(catalog.children(option.value), option.value)
    }
  }
  walk(catalog.top(), null)
  return found
}

const filterChoices = <C extends Choice>(
  choices: readonly C[],
  term: string,
  alsoCalled: (value: string) => readonly string[] = () => [],
): C[] => {
  const wanted = ` ${foldText(term)}`
  return choices.filter(({ value, label }) =>
    [foldText(label), ...alsoCalled(value)].some((text) => ` ${text}`.includes(wanted)),
  )
}

const ownLists = async (
  trx: Parameters<Parameters<Context['inOrg']>[0]>[0],
  userId: string,
  page: OptionsPage,
): Promise<OptionsAnswer> => {
  const rows = await visibleItems(trx, userId)
  const wanted = foldText(page.term)
  const lists = rows
    .filter(({ kind, name }) => kind !== 'suppression' && foldText(name).includes(wanted))
    .toSorted((a, b) => (a.name_key < b.name_key ? -1 : 1))
  return {
    success: true,
    total: lists.length,
    records: lists
      .slice(page.from, page.from + page.size)
      .map(({ id, name, size }) => ({ value: id, label: name, count: size })),
  }
}
