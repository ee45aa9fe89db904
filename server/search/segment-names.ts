import { numbered, ranked } from './growing.ts'
import type { Collection } from './segment-collect.ts'

/** Names and text words of a collection in sorted order, and which words each name and each text has. */
export type NameTable = {
  names: string[]
  nameWords: string[]
  textWords: string[]
  /** The place of each name the collection numbered. */
  placeOf: Uint32Array
  wordsOfName: readonly (readonly number[])[]
  wordsOfText: readonly (readonly number[])[]
}

export const nameTable = ({ parts }: Collection): NameTable => {
  const { sorted: names, rank: placeOf } = ranked(parts.names.texts)
  const { words: nameWords, lists: wordsOfName } = wordLists(parts.names.texts)
  const { words: textWords, lists: wordsOfText } = wordLists(parts.texts.texts)
  return { names, nameWords, textWords, placeOf, wordsOfName, wordsOfText }
}

const wordLists = (texts: readonly string[]): { words: string[]; lists: number[][] } => {
  const seen = numbered()
  const raw = texts.map((text) => (text === '' ? [] : text.split(' ').map(seen.of)))
  const { sorted: words, rank } = ranked(seen.texts)
  return { words, lists: raw.map((list) => list.map((word) => rank[word] ?? 0)) }
}
