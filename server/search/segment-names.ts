import { createNumbering, sortTexts } from './growable-list.ts'
import type { Collection } from './segment-collect.ts'

export type NameTable = {
  names: string[]
  nameTokens: string[]
  textTokens: string[]
  rankOf: Uint32Array
  tokensOfName: readonly (readonly number[])[]
  tokensOfText: readonly (readonly number[])[]
}

export const nameTable = ({ parts }: Collection): NameTable => {
  const { sorted: names, rank: rankOf } = sortTexts(parts.names.texts)
  const { tokens: nameTokens, lists: tokensOfName } = tokenLists(parts.names.texts)
  const { tokens: textTokens, lists: tokensOfText } = tokenLists(parts.texts.texts)
  return { names, nameTokens, textTokens, rankOf, tokensOfName, tokensOfText }
}

const tokenLists = (texts: readonly string[]): { tokens: string[]; lists: number[][] } => {
  const seen = createNumbering()
  const raw = texts.map((text) => (text === '' ? [] : text.split(' ').map(seen.of)))
  const { sorted: tokens, rank } = sortTexts(seen.texts)
  return { tokens, lists: raw.map((list) => list.map((token) => rank[token] ?? 0)) }
}
