import type { Category } from '../../contract/records/records.ts'
import { lexicon, type Chosen, type Cue, type Meaning } from './lexicon.ts'
import { mended, vocabularyOf } from './mending.ts'
import type { Range, Unit } from './ranges.ts'
import { stemOf, tokensOf, type Token } from './tokens.ts'
import { meantText, vocabularyText } from './vocabulary.ts'
import { walk } from './walk.ts'

export type Asked = { prompt: string; category: Category; country: 'AU' | 'NZ' | 'ALL' }

/** Words of a prompt with the filter values they mean. */
export type Piece = {
  from: number
  next: number
  chosen: readonly Chosen[]
  rule: string
  negated: boolean
  /** How it hangs together with the piece before it. */
  joint: 'and' | 'or' | 'list' | 'apart'
  /** 'both', 'as well as': all of them are meant. */
  together: boolean
  amount?: { unit: Unit; range: Range }
  radiusKm?: number
}

export type Reading = {
  tokens: readonly Token[]
  pieces: readonly Piece[]
  /** Indexes of the words nothing was made of. */
  unknown: readonly number[]
}

/** Where a walk through the words of a prompt stands. */
export type Walk = {
  readonly asked: Asked
  readonly tokens: readonly Token[]
  readonly words: ReadonlyMap<string, readonly Meaning[]>
  readonly pieces: Piece[]
  readonly unknown: number[]
  /** Whom the words are about at this point: 'CFOs of builders in Perth' goes from people to their companies. */
  about: Category
  /** 'at', 'of', 'for': companies may follow. */
  towards: boolean
  cue: { cue: Cue; next: number } | undefined
  negation: { family: string | undefined } | undefined
  together: boolean
}

/** Reads prompts, with everything the catalogues name at hand. */
export const createReader = (): ((asked: Asked) => Reading) => {
  const words = lexicon()
  const vocabulary = vocabularyOf(withStems(vocabularyText()), withStems(meantText()))
  return (asked) => walk(asked, mended(tokensOf(asked.prompt), vocabulary), words)
}

const withStems = (words: readonly string[]): string[] =>
  words.flatMap((word) => [word, stemOf(word)])
