import type { Prepared } from './prepare-doc.ts'
import { none } from './segment-header.ts'
import type { Segment, Sets } from './segment.ts'

export const unpackDocs = (segment: Segment, live: Int32Array | null): Prepared[] => {
  const docs: (Draft | undefined)[] = Array.from({ length: segment.docs }, (_, doc) =>
    live && (((live[doc >>> 5] ?? 0) >>> doc) & 1) === 0 ? undefined : draftOf(segment, doc),
  )
  for (const [identifier, facet] of segment.facets) {
    if (facet.self) for (const draft of docs) if (draft) draft.facets[identifier] = [draft.id]
    for (let code = facet.from; code < facet.to; code++) {
      const value = segment.values.at(code)
      eachMember(segment, segment.sets.codes, code, (doc) => {
        const draft = docs[doc]
        if (draft) (draft.facets[identifier] ??= []).push(value)
      })
    }
  }
  for (let token = 0; token < segment.textTokens.count; token++) {
    const text = segment.textTokens.at(token)
    eachMember(segment, segment.sets.textTokens, token, (doc) => docs[doc]?.tokens.push(text))
  }
  return docs.filter((draft) => draft !== undefined)
}

type Draft = Prepared & { facets: Record<string, string[]>; tokens: string[] }

const draftOf = (segment: Segment, doc: number): Draft => {
  const sort: Record<string, number | string | null> = {}
  for (const [field, { ranks, valueAt }] of segment.sorts) {
    const rank = ranks[doc] ?? none
    if (rank !== none) sort[field] = valueAt(rank)
  }
  return {
    id: segment.idOf(doc),
    category: segment.category,
    facets: {},
    names: Array.from(segment.namesOf(doc), segment.names.at),
    tokens: [],
    sort,
    points: segment.points?.of(doc) ?? [],
  }
}

const eachMember = (
  { u32, bitsetLength }: Segment,
  sets: Sets,
  set: number,
  visit: (doc: number) => void,
): void => {
  const offset = sets.offset(set)
  if (!sets.dense(set)) {
    for (let i = 0; i < sets.size(set); i++) visit(u32[offset + i] ?? 0)
    return
  }
  for (let index = 0; index < bitsetLength; index++)
    for (let bits = u32[offset + index] ?? 0; bits !== 0; bits &= bits - 1)
      visit(index * 32 + 31 - Math.clz32(bits & -bits))
}
