import { filters } from '../../contract/search/filters.ts'
import { emptyCriteria } from '../../contract/search/criteria.ts'
import type {
  AutocompleteRequest,
  CountsRequest,
  OptionsRequest,
  SearchEngine,
} from '../../server/search/engine.ts'
import type { Category } from '../../contract/records/records.ts'
import type { Variant } from './mix.ts'

/** As the panel requests them: every option of every filter of a group. */
export const countQuestions = async (
  engine: SearchEngine,
  mix: readonly Variant[],
): Promise<CountsRequest[]> => {
  const groups = new Map<string, Record<string, string[]>>()
  for (const filter of filters) {
    if (filter.about === 'activity' || filter.kind === 'ids' || filter.hidden === true) continue
    const values =
      filter.options?.map((option) => option.value) ??
      (
        await engine.options({
          category: 'people',
          identifier: filter.identifier,
          term: '',
          from: 0,
          size: 100,
        })
      ).options.map((option) => option.value)
    groups.set(filter.group, { ...groups.get(filter.group), [filter.identifier]: values })
  }
  return mix
    .filter(({ request }) => request.category === 'people')
    .flatMap(({ request }) =>
      [...groups.values()].map((options) => ({
        category: request.category,
        criteria: request.criteria,
        options,
      })),
    )
}

/** Two letters, four letters, the middle of a word. */
export const optionQuestions = async (engine: SearchEngine): Promise<OptionsRequest[]> => {
  const questions: OptionsRequest[] = []
  for (const identifier of [
    'keywords',
    'skills',
    'services',
    'products',
    'position.cleaned',
    'position',
    'technographics',
    'location',
    'people_location',
  ]) {
    const base = { category: 'people' as const, identifier, from: 0, size: 10 }
    const { options } = await engine.options({ ...base, term: '', size: 40 })
    questions.push({ ...base, term: '' })
    for (const [index, { value }] of options.entries()) {
      const segment = value.slice(value.lastIndexOf('/') + 1)
      const term = index % 3 === 2 ? segment.slice(2, 6) : segment.slice(0, index % 3 === 0 ? 2 : 4)
      questions.push({ ...base, term, ...(index % 4 === 0 ? { country: 'AU' as const } : {}) })
    }
  }
  return questions
}

/** Prefixes, inner words, whole names and typos. */
export const autocompleteQuestions = async (
  engine: SearchEngine,
  nameOf: (category: Category, id: string) => Promise<string>,
): Promise<AutocompleteRequest[]> => {
  const terms: AutocompleteRequest[] = []
  for (const category of ['company', 'people'] as const) {
    const { ids } = await engine.search({
      category,
      criteria: emptyCriteria,
      sorting: [{ field: 'name', order: 'desc' }],
      from: 3000,
      size: 60,
    })
    for (const [index, id] of ids.entries()) {
      const name = await nameOf(category, id)
      const last = name.split(' ').at(-1) ?? name
      const slipped = `${name.slice(0, 2)}${name[3] ?? ''}${name[2] ?? ''}${name.slice(4, 9)}`
      const term = [name.slice(0, 3), last.slice(0, 4), name, slipped, name.slice(0, 6)][index % 5]
      if (term !== undefined && term.trim().length > 2)
        terms.push({ category, criteria: emptyCriteria, term, from: 0, size: 10 })
    }
  }
  return terms
}
