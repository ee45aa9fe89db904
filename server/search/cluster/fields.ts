import { filters } from '../../../contract/search/filters.ts'
import { isText } from '../../../contract/search/match.ts'
import { pastPosition } from '../../../contract/search/search-doc.ts'

/** Raise this when documents or the mapping change in a way that the registry's fingerprint misses. */
export const indexFormat = 1

/** A dot would begin an object. */
const escaped = (name: string): string => name.replaceAll('.', '-')

/** The values as they are. */
export const valueField = (identifier: string): string => `f.${escaped(identifier)}`
/** The folded words of each value. */
export const textField = (identifier: string): string => `t.${escaped(identifier)}`
export const sortField = (field: string): string => `s.${field}`
export const dayField = (day: string): string => `d.${day}`

/** Longer beginnings of words are looked up among whole words. */
export const longestGram = 40
/** Positions between two names; a name has fewer words than half of it. */
export const nameGap = 1_000

const facets = [
  ...filters.filter(({ about }) => about !== 'activity').map(({ identifier }) => identifier),
  pastPosition,
]

const textSorts = new Set(['name', 'company', 'role_start', 'verified_at'])
const sortNames = ['employees', 'revenue', 'founded', 'signal_count', 'seniority', ...textSorts]

export const mapping = {
  dynamic: false,
  _source: { enabled: false },
  properties: {
    id: { type: 'keyword' },
    f: { properties: named(facets, () => ({ type: 'keyword' })) },
    t: {
      properties: named(facets.filter(isText), () => ({
        type: 'text',
        analyzer: 'whitespace',
        norms: false,
        position_increment_gap: 100,
      })),
    },
    tokens: {
      type: 'text',
      analyzer: 'beginnings',
      search_analyzer: 'whitespace',
      norms: false,
      index_options: 'docs',
    },
    names: {
      type: 'text',
      analyzer: 'beginnings',
      search_analyzer: 'whitespace',
      norms: false,
      position_increment_gap: nameGap,
    },
    names_exact: { type: 'keyword' },
    s: {
      properties: named(sortNames, (name) => ({
        type: textSorts.has(name) ? 'keyword' : 'double',
      })),
    },
    d: {
      properties: named(
        ['role_start', 'person_verified', 'company_verified', 'job_posted'],
        () => ({ type: 'integer' }),
      ),
    },
    points: { type: 'long' },
    geo: { type: 'geo_point' },
  },
}

export const settings = {
  refresh_interval: '1s',
  gc_deletes: '1h',
  auto_expand_replicas: '0-1',
  analysis: {
    filter: {
      beginnings: {
        type: 'edge_ngram',
        min_gram: 1,
        max_gram: longestGram,
        preserve_original: true,
      },
    },
    analyzer: {
      beginnings: { type: 'custom', tokenizer: 'whitespace', filter: ['beginnings'] },
    },
  },
}

function named<Field>(
  names: readonly string[],
  fieldOf: (name: string) => Field,
): Record<string, Field> {
  return Object.fromEntries(names.map((name) => [escaped(name), fieldOf(name)]))
}
