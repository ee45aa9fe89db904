import { filterOf } from '../../contract/search/filters.ts'
import { positions } from '../catalog/positions.ts'
import { technologyGroups } from '../catalog/technographics.ts'
import { foldText } from '../../contract/search/search-doc.ts'
import { choiceTerms, targetTerms } from './choice-terms.ts'
import { industryNames, industryValues } from './industries.ts'
import {
  countryNames,
  ignoredPhrases,
  ordinaryIndustries,
  ordinaryTowns,
} from './ordinary-names.ts'
import { addPeople } from './people-names.ts'
import { linesOf } from './phrases.ts'
import { locationNames, type KnownLocation } from './location-names.ts'
import {
  companyNouns,
  cueTerms,
  negators,
  peopleNouns,
  requestTerms,
  stopTerms,
} from './common-terms.ts'
import { ordinaryNames, technologyTerms } from './technology-terms.ts'
import { phraseKey } from './tokens.ts'

export type Cue =
  | 'using'
  | 'place'
  | 'service'
  | 'product'
  | 'keyword'
  | 'skill'
  | 'title'
  | 'hiring'
  | 'headquarters'
  | 'target'

export type Chosen = { identifier: string; values: readonly string[] }

type Sure<K> = K extends string ? { kind: K; chosen: readonly Chosen[] } : never
type Ordinary<K> = K extends string
  ? { kind: K; chosen: readonly Chosen[]; ordinary: boolean }
  : never

/** The context decides between several meanings of a phrase. An ordinary word needs context. */
export type Meaning =
  | Ordinary<'industry' | 'technology' | 'department' | 'target'>
  | Sure<'rank' | 'title' | 'country' | 'skill'>
  | { kind: 'choice'; chosen: readonly Chosen[]; ofCompanies: readonly Chosen[] }
  | { kind: 'place'; places: readonly KnownLocation[]; written: string; ordinary: boolean }
  | { kind: 'across the Tasman' }
  | { kind: 'cue'; cue: Cue }
  | { kind: 'not' }
  | { kind: 'noun'; of: 'company' | 'people' }
  | { kind: 'stop' }

export const buildLexicon = (): Map<string, Meaning[]> => {
  const found = new Map<string, Meaning[]>()
  const add = (phrase: string, meaning: Meaning): void => {
    const key = phraseKey(phrase)
    const known = found.get(key) ?? []
    if (key !== '' && !known.some((other) => alike(other, meaning)))
      found.set(key, [...known, meaning])
  }
  addChoices(add)
  addPeople(add)
  addTechnologies(add)
  for (const [name, places] of locationNames()) {
    const written = foldText(name).replaceAll(' ', '')
    const foreign = places.every(({ values }) => !values[0]?.includes('/'))
    add(name, { kind: 'place', places, written, ordinary: foreign || ordinaryTowns.has(written) })
  }
  for (const [phrase, values] of countryNames)
    add(phrase, { kind: 'country', chosen: [{ identifier: 'country', values }] })
  for (const phrase of [
    'across the ditch',
    'over the ditch',
    'across the tasman',
    'over the tasman',
  ])
    add(phrase, { kind: 'across the Tasman' })
  for (const [name, values] of industryNames())
    add(name, {
      kind: 'industry',
      chosen: [{ identifier: 'industry', values }],
      ordinary: ordinaryIndustries.has(name),
    })
  for (const { title, seniority, industries } of positions) {
    const code = industries.find((each) => each.length >= 4)
    if (seniority !== 'Staff' || code === undefined) continue
    const chosen = [{ identifier: 'industry', values: industryValues([code]) }]
    add(title, { kind: 'industry', chosen, ordinary: false })
  }
  for (const { names, means } of linesOf(cueTerms)) {
    const cue = cues.find((each) => each === means)
    if (cue) for (const name of names) add(name, { kind: 'cue', cue })
  }
  for (const { names } of linesOf(negators)) for (const name of names) add(name, { kind: 'not' })
  for (const { names } of linesOf(companyNouns))
    for (const name of names) add(name, { kind: 'noun', of: 'company' })
  for (const { names } of linesOf(peopleNouns))
    for (const name of names) add(name, { kind: 'noun', of: 'people' })
  for (const term of `${stopTerms} ${requestTerms}`.split(/\s+/)) add(term, { kind: 'stop' })
  for (const name of ignoredPhrases) found.set(phraseKey(name), [])
  return found
}

/** Locations with the same key may differ in spelling (Preston, Prestons). */
const alike = (a: Meaning, b: Meaning): boolean =>
  a.kind === 'place' && b.kind === 'place' ? a.written === b.written : a.kind === b.kind

export type Add = (phrase: string, meaning: Meaning) => void

const cues: readonly Cue[] = [
  'using',
  'place',
  'service',
  'product',
  'keyword',
  'skill',
  'title',
  'hiring',
  'headquarters',
  'target',
]

const ranks = new Set(['seniority', 'influencer'])

const addChoices = (add: Add): void => {
  for (const { names, means } of linesOf(choiceTerms)) {
    const [first = '', second] = means.split(' / ')
    const chosen = chosenOf(first)
    const kind = ranks.has(chosen[0]?.identifier ?? '') ? 'rank' : 'choice'
    const ofCompanies = second === undefined ? chosen : chosenOf(second)
    for (const name of names)
      for (const form of reviewed(name))
        add(form, kind === 'rank' ? { kind, chosen } : { kind, chosen, ofCompanies })
  }
  for (const { names, means } of linesOf(targetTerms)) {
    const chosen = [{ identifier: 'target_market', values: [means] }]
    for (const name of names) add(name, { kind: 'target', chosen, ordinary: true })
  }
}

/** 'bad Google reviews'. */
const reviewed = (name: string): string[] =>
  ['', 'google ', 'online ', 'customer '].flatMap((source) =>
    source === '' || name.includes(' ')
      ? [name.replace(/ (reviews|ratings?)$/, ` ${source}$1`)]
      : [],
  )

/** Parses 'filter: value; value..last', with `*` for the last band. */
const chosenOf = (text: string): Chosen[] => {
  const [identifier = '', list = ''] = text.split(': ')
  const options = filterOf(identifier)?.options?.map(({ value }) => value) ?? []
  const values = list.split('; ').flatMap((entry) => {
    const [from = '', to] = entry.split('..')
    if (to === undefined) return [from]
    return options.slice(options.indexOf(from), to === '*' ? undefined : options.indexOf(to) + 1)
  })
  return [{ identifier, values }]
}

const addTechnologies = (add: Add): void => {
  for (const [group, products] of Object.entries(technologyGroups)) {
    for (const kind of [
      'tools',
      'software',
      'technology',
      'platform',
      'system',
      'tech',
      'tool',
      'apps',
    ])
      for (const name of new Set([group, ...group.split('/')]))
        add(`${name} ${kind}`, technology(group, true))
    for (const product of products) {
      const ordinary = ordinaryNames.has(foldText(product).replaceAll(' ', ''))
      add(product, technology(product, ordinary))
      const bare = product.replace(/[.](?:com|to|me|io|js)$/, '')
      if (bare !== product)
        add(bare, technology(product, ordinary || ordinaryNames.has(foldText(bare))))
    }
  }
  for (const { names, means } of linesOf(technologyTerms))
    for (const name of names) add(name, technology(means, ordinaryNames.has(name)))
}

const technology = (value: string, ordinary: boolean): Meaning => ({
  kind: 'technology',
  chosen: [{ identifier: 'technographics', values: [value] }],
  ordinary,
})
