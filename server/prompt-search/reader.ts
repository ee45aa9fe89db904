import type { Category } from '../../contract/records/records.ts'
import type { CompanyNames } from './company-names.ts'
import { buildLexicon, type Chosen, type Cue, type Meaning } from './lexicon.ts'
import { correctSpelling, createVocabulary } from './spell-correct.ts'
import type { Range, Unit } from './ranges.ts'
import { stemOf, tokensOf, type Token } from './tokens.ts'
import { correctableText, vocabularyText } from './vocabulary.ts'
import { walk } from './walk.ts'

export type PromptRequest = {
  prompt: string
  category: Category
  country: 'AU' | 'NZ' | 'ALL'
  /** Companies that the prompt may name; without them no company is read by its name. */
  companies?: CompanyNames
}

export type Piece = {
  from: number
  next: number
  chosen: readonly Chosen[]
  rule: string
  negated: boolean
  joint: 'and' | 'or' | 'list' | 'apart'
  /** 'both', 'as well as': a record needs all of them. */
  together: boolean
  amount?: { unit: Unit; range: Range }
  radiusKm?: number
}

export type Reading = {
  tokens: readonly Token[]
  pieces: readonly Piece[]
  unknown: readonly number[]
}

export type Walk = {
  readonly request: PromptRequest
  readonly tokens: readonly Token[]
  readonly lexicon: ReadonlyMap<string, readonly Meaning[]>
  readonly pieces: Piece[]
  readonly unknown: number[]
  /** Unknown, because what they depend on is not understood. */
  readonly governed: Map<number, Meaning['kind'] | 'company'>
  /** The category at this point: 'CFOs of builders in Perth' goes from people to their companies. */
  about: Category
  /** After 'at', 'of' or 'for': companies may follow. */
  towards: boolean
  cue: { cue: Cue; next: number } | undefined
  negation: { family: string | undefined } | undefined
  together: boolean
  /** Behind an industry that is not understood, because it is of the customers of the one before. */
  customers: number | undefined
  /** Where the words of users about themselves end: 'I sell forklifts, find builders'. */
  offerEnd: number
}

type Reader = (request: PromptRequest) => Reading

let reader: Reader | undefined

/** The same in the whole process, because its lexicon takes 200 ms to build and never changes. */
export const openReader = (): Reader => (reader ??= createReader())

const createReader = (): Reader => {
  const meanings = buildLexicon()
  const vocabulary = createVocabulary(withStems(vocabularyText()), withStems(correctableText()))
  const technologies = technologyStems(meanings)
  return (request) =>
    walk(request, correctSpelling(tokensOf(request.prompt), vocabulary, technologies), meanings)
}

/** Names of a single word that means nothing else. */
const technologyStems = (lexicon: ReadonlyMap<string, readonly Meaning[]>): Set<string> =>
  new Set(
    [...lexicon]
      .filter(
        ([key, [meaning, ...others]]) =>
          meaning?.kind === 'technology' &&
          !meaning.ordinary &&
          others.length === 0 &&
          /^\p{L}{4,}$/u.test(key),
      )
      .map(([key]) => key),
  )

const withStems = (terms: readonly string[]): string[] =>
  terms.flatMap((term) => [term, stemOf(term)])
