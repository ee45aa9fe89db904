import type { Prepared } from './prepared.ts'
import { none } from './segment-header.ts'
import type { Segment, Sets } from './segment.ts'

/** The living documents of a segment as they went in; text words come back sorted, which is all one to search. */
export const unpacked = (segment: Segment, live: Int32Array | null): Prepared[] => {
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
  for (let word = 0; word < segment.textWords.count; word++) {
    const text = segment.textWords.at(word)
    eachMember(segment, segment.sets.textWords, word, (doc) => docs[doc]?.words.push(text))
  }
  return docs.filter((draft) => draft !== undefined)
}

type Draft = Prepared & { facets: Record<string, string[]>; words: string[] }

const draftOf = (segment: Segment, doc: number): Draft => {
  const { points } = segment
  const [lat, lng] = [points?.[doc * 2] ?? NaN, points?.[doc * 2 + 1] ?? NaN]
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
    words: [],
    sort,
    point: Number.isNaN(lat) ? null : { lat, lng },
  }
}

const eachMember = (
  { u32, words }: Segment,
  sets: Sets,
  set: number,
  visit: (doc: number) => void,
): void => {
  const place = sets.place(set)
  if (!sets.dense(set)) {
    for (let i = 0; i < sets.size(set); i++) visit(u32[place + i] ?? 0)
    return
  }
  for (let word = 0; word < words; word++)
    for (let bits = u32[place + word] ?? 0; bits !== 0; bits &= bits - 1)
      visit(word * 32 + 31 - Math.clz32(bits & -bits))
}
