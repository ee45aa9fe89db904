import { growableList } from './growable-list.ts'
import type { CodeTable } from './segment-codes.ts'
import type { Collection } from './segment-collect.ts'
import { none } from './segment-header.ts'
import type { NameTable } from './segment-names.ts'

export const families = ['codes', 'any', 'frequent', 'names', 'nameTokens', 'textTokens'] as const
export type Family = (typeof families)[number]

export type FrequentTerms = {
  count: number
  ofToken: Uint32Array
  ofCode: readonly (readonly number[] | undefined)[]
}

/**
 * Tokens that many documents hold by many different values ('manager' in positions) get a set of their own, which saves joining
 * thousands of lists.
 */
export const frequentTerms = (collection: Collection, table: CodeTable): FrequentTerms => {
  const { docs } = collection
  const ofToken = new Uint32Array(table.entryTokens.length).fill(none)
  const ofCode: number[][] = []
  if (docs < 4096) return { count: 0, ofToken, ofCode }
  const counts = roughCounts(collection, table)
  let count = 0
  table.entryCodes.forEach((codes, token) => {
    const members = codes.reduce((sum, code) => sum + (counts[code] ?? 0), 0)
    if (codes.length < 8 || members * 64 < docs) return
    for (const code of codes) (ofCode[code] ??= []).push(count)
    ofToken[token] = count++
  })
  return { count, ofToken, ofCode }
}

const roughCounts = ({ parts }: Collection, { codeOf }: CodeTable): Uint32Array => {
  const counts = new Uint32Array(codeOf.length)
  const add = (number: number, times: number): void => {
    const code = codeOf[number] ?? 0
    counts[code] = (counts[code] ?? 0) + times
  }
  for (const number of parts.own.all()) add(number, 1)
  const sharers = new Uint32Array(parts.sharedEnds.length + 1)
  for (const group of parts.sharedOf.all()) sharers[group] = (sharers[group] ?? 0) + 1
  const [shared, ends] = [parts.shared.all(), parts.sharedEnds.all()]
  ends.forEach((end, group) => {
    for (let i = group === 0 ? 0 : (ends[group - 1] ?? 0); i < end; i++)
      add(shared[i] ?? 0, sharers[group + 1] ?? 0)
  })
  return counts
}

/** All families share one numbering. */
export type Members = {
  count: number
  first: Record<Family, number>
  /** The first `length` of `sets`, valid until the next call; a set can occur twice. */
  of(doc: number): { sets: Uint32Array; length: number }
}

export const membersOf = (
  collection: Collection,
  table: CodeTable,
  frequent: FrequentTerms,
  names: NameTable,
): Members => {
  const { parts } = collection
  const sizes = [
    table.values.length,
    table.facets.length,
    frequent.count,
    names.names.length,
    names.nameTokens.length,
    names.textTokens.length,
  ]
  const starts = sizes.map((_, index) => sizes.slice(0, index).reduce((a, b) => a + b, 0))
  const [codes = 0, any = 0, frequentStart = 0, name = 0, nameToken = 0, textToken = 0] = starts
  const first = {
    codes,
    any,
    frequent: frequentStart,
    names: name,
    nameTokens: nameToken,
    textTokens: textToken,
  }

  const ofValue = lists(parts.codes.length, (number) => {
    const code = table.codeOf[number] ?? 0
    const others = frequent.ofCode[code] ?? []
    return [
      codes + code,
      any + (table.facetOf[code] ?? 0),
      ...others.map((set) => frequentStart + set),
    ]
  })
  const ofName = lists(names.rankOf.length, (number) => [
    name + (names.rankOf[number] ?? 0),
    ...(names.tokensOfName[number] ?? []).map((token) => nameToken + token),
  ])
  const ofText = lists(names.tokensOfText.length, (number) =>
    (names.tokensOfText[number] ?? []).map((token) => textToken + token),
  )
  const [shared, sharedEnds] = [parts.shared.all(), parts.sharedEnds.all()]
  const ofGroup = lists(sharedEnds.length, (group) => {
    const sets = new Set<number>()
    for (let i = startOf(sharedEnds, group); i < (sharedEnds[group] ?? 0); i++)
      for (const set of ofValue.of(shared[i] ?? 0)) sets.add(set)
    return sets
  })
  const always = lists(1, () =>
    table.facets.flatMap((facet, index) => (facet.self ? [any + index] : [])),
  )

  const [own, ownEnds, sharedOf] = [parts.own.all(), parts.ownEnds.all(), parts.sharedOf.all()]
  const [docNames, nameEnds] = [parts.docNames.all(), parts.docNameEnds.all()]
  const docText = parts.docText.all()
  const ownIds = parts.ownIds.map((list) => list.all())
  let sets: Uint32Array = new Uint32Array(1024)
  let length = 0
  const append = (list: Lists, index: number): void => {
    const end = list.ends[index] ?? 0
    for (let i = startOf(list.ends, index); i < end; i++) {
      if (length === sets.length) {
        const wider = new Uint32Array(length * 2)
        wider.set(sets)
        sets = wider
      }
      sets[length++] = list.values[i] ?? 0
    }
  }
  return {
    count: sizes.reduce((a, b) => a + b, 0),
    first,
    of: (doc) => {
      length = 0
      for (let i = startOf(ownEnds, doc); i < (ownEnds[doc] ?? 0); i++) append(ofValue, own[i] ?? 0)
      const group = sharedOf[doc] ?? 0
      if (group > 0) append(ofGroup, group - 1)
      for (const list of ownIds) {
        const number = list[doc]
        if (number !== undefined) append(ofValue, number)
      }
      for (let i = startOf(nameEnds, doc); i < (nameEnds[doc] ?? 0); i++)
        append(ofName, docNames[i] ?? 0)
      append(ofText, docText[doc] ?? 0)
      append(always, 0)
      return { sets, length }
    },
  }
}

type Lists = { values: Uint32Array; ends: Uint32Array; of(index: number): Uint32Array }

const startOf = (ends: Uint32Array, index: number): number =>
  index === 0 ? 0 : (ends[index - 1] ?? 0)

const lists = (count: number, make: (index: number) => Iterable<number>): Lists => {
  const [growingValues, growingEnds] = [growableList(), growableList()]
  for (let index = 0; index < count; index++) {
    for (const value of make(index)) growingValues.push(value)
    growingEnds.push(growingValues.length)
  }
  const [values, ends] = [growingValues.all(), growingEnds.all()]
  return { values, ends, of: (index) => values.subarray(startOf(ends, index), ends[index]) }
}
