import { growing, numbered, ranked } from './growing.ts'
import { layOut } from './layout.ts'
import { bufferOf, type Memory } from './memory.ts'
import { codeTable, type CodeTable } from './segment-codes.ts'
import type { Collection } from './segment-collect.ts'
import { none, scratchBytes, type SegmentHeader } from './segment-header.ts'
import { packSorts } from './segment-sorts.ts'
import { createCounter, createFiller, planSets } from './set-writer.ts'

/** The families of sets a segment keeps. */
export const families = ['codes', 'any', 'heavy', 'names', 'nameWords', 'textWords'] as const
export type Family = (typeof families)[number]

/** Packs a collection into one immutable segment with scratch for `lanes` threads. The collection must not be used again. */
export const segmentOf = (collection: Collection, lanes: number): Memory => {
  const { docs, parts, category } = collection
  const { documents, byId, sorts } = packSorts(collection)
  const table = codeTable(collection)
  const heavy = heavyWords(table, countCodes(table, docs), docs)
  const names = nameTable(collection)
  const members = membersOf(collection, table, heavy.ofCode, names)
  const sizes = {
    codes: table.values.length,
    any: table.facets.length,
    heavy: heavy.count,
    names: names.texts.length,
    nameWords: names.words.length,
    textWords: names.textWords.length,
  }
  const counters = familiesOf((family) => createCounter(sizes[family]))
  for (let doc = 0; doc < docs; doc++)
    members(doc, (family, set) => {
      counters[family].add(set, doc)
    })
  const plans = familiesOf((family) => planSets(counters[family].counts, docs))

  const texts: Record<string, readonly string[]> = {
    values: table.values,
    lines: table.lines,
    entryWords: table.entryWords,
    names: names.texts,
    nameWords: names.words,
    textWords: names.textWords,
  }
  const numbers: Record<string, Uint32Array | Float64Array> = {
    ids: permuted(parts.ids.all(), documents),
    byId,
    ...listsOf('entryCodes', table.entryCodes),
    entryHeavy: heavy.ofWord,
    ...listsOf('docNames', eachOf(documents, names.ofDoc)),
  }
  for (const family of families) {
    numbers[`${family}.counts`] = counters[family].counts
    numbers[`${family}.places`] = plans[family].places
  }
  for (const sort of sorts) {
    const prefix = `sort.${sort.header.field}`
    numbers[`${prefix}.ranks`] = sort.ranks
    numbers[`${prefix}.order`] = sort.order
    numbers[`${prefix}.starts`] = sort.starts
    numbers[`${prefix}.numbers`] = sort.numbers
    texts[prefix] = sort.texts
  }
  const points = parts.lats.some((lat) => !Number.isNaN(lat))
  if (points)
    numbers['points'] = Float64Array.from(
      Array.from(documents).flatMap((doc) => [parts.lats[doc] ?? NaN, parts.lngs[doc] ?? NaN]),
    )

  const packedTexts = Object.entries(texts).map(([name, list]) => ({ name, ...packTexts(list) }))
  for (const { name, ends } of packedTexts) numbers[`${name}.ends`] = ends
  const header: SegmentHeader = {
    category,
    docs,
    points,
    facets: table.facets,
    sorts: sorts.map((sort) => sort.header),
  }
  const { memory, places } = layOut(
    header,
    {
      ...Object.fromEntries(families.map((family) => [`${family}.sets`, plans[family].words * 4])),
      ...mapped(numbers, (values) => values.byteLength),
      ...Object.fromEntries(packedTexts.map(({ name, bytes }) => [`${name}.text`, bytes.length])),
    },
    scratchBytes(docs, lanes),
  )

  const bytes = new Uint8Array(bufferOf(memory))
  for (const [name, values] of Object.entries(numbers))
    bytes.set(
      new Uint8Array(values.buffer, values.byteOffset, values.byteLength),
      places[name]?.at ?? 0,
    )
  for (const { name, bytes: text } of packedTexts) bytes.set(text, places[`${name}.text`]?.at ?? 0)
  const words = new Uint32Array(bufferOf(memory))
  const fillers = familiesOf((family) => {
    const base = (places[`${family}.sets`]?.at ?? 0) / 4
    return createFiller(words, base, counters[family].counts, plans[family].places, docs)
  })
  documents.forEach((doc, index) => {
    members(doc, (family, set) => {
      fillers[family](set, index)
    })
  })
  return memory
}

/** Calls back with every set a document of the collection belongs to; one set may come twice. */
const membersOf = (
  collection: Collection,
  table: CodeTable,
  heavyOfCode: readonly (readonly number[] | undefined)[],
  names: NameTable,
) => {
  const texts = collection.parts.docText.all()
  return (doc: number, visit: (family: Family, set: number) => void): void => {
    table.codesOf(doc, (code) => {
      visit('codes', code)
      visit('any', table.facetOf[code] ?? 0)
      for (const set of heavyOfCode[code] ?? []) visit('heavy', set)
    })
    table.facets.forEach((facet, index) => {
      if (facet.self) visit('any', index)
    })
    for (const name of names.ofDoc(doc)) {
      visit('names', name)
      for (const word of names.wordsOf[name] ?? []) visit('nameWords', word)
    }
    for (const word of names.textWordsOf[texts[doc] ?? 0] ?? []) visit('textWords', word)
  }
}

const countCodes = (table: CodeTable, docs: number): Uint32Array => {
  const counter = createCounter(table.values.length)
  for (let doc = 0; doc < docs; doc++)
    table.codesOf(doc, (code) => {
      counter.add(code, doc)
    })
  return counter.counts
}

type Heavy = {
  count: number
  /** The heavy set of each entry word, or `none`. */
  ofWord: Uint32Array
  ofCode: readonly (readonly number[] | undefined)[]
}

/**
 * Words of text facets that many documents hold by many different values ('manager' in positions) get a set of their own,
 * so that asking for one never has to join thousands of lists.
 */
const heavyWords = (table: CodeTable, counts: Uint32Array, docs: number): Heavy => {
  const ofWord = new Uint32Array(table.entryWords.length).fill(none)
  const ofCode: number[][] = []
  let count = 0
  table.entryCodes.forEach((codes, word) => {
    if (docs < 4096 || codes.length < 8) return
    const members = codes.reduce((sum, code) => sum + (counts[code] ?? 0), 0)
    if (members * 64 < docs) return
    for (const code of codes) (ofCode[code] ??= []).push(count)
    ofWord[word] = count++
  })
  return { count, ofWord, ofCode }
}

type NameTable = {
  texts: string[]
  words: string[]
  textWords: string[]
  /** Words of each name, and of each text. */
  wordsOf: readonly (readonly number[])[]
  textWordsOf: readonly (readonly number[])[]
  ofDoc(doc: number): readonly number[]
}

const nameTable = ({ parts }: Collection): NameTable => {
  const { sorted: texts, rank } = ranked(parts.names.texts)
  const { words, lists: wordsOf } = wordLists(texts)
  const { words: textWords, lists: textWordsOf } = wordLists(parts.texts.texts)
  const [held, ends] = [parts.docNames.all(), parts.docNameEnds.all()]
  return {
    texts,
    words,
    textWords,
    wordsOf,
    textWordsOf,
    ofDoc: (doc) => {
      const names: number[] = []
      for (let i = doc === 0 ? 0 : (ends[doc - 1] ?? 0); i < (ends[doc] ?? 0); i++)
        names.push(rank[held[i] ?? 0] ?? 0)
      return names
    },
  }
}

const wordLists = (texts: readonly string[]): { words: string[]; lists: number[][] } => {
  const seen = numbered()
  const raw = texts.map((text) => (text === '' ? [] : text.split(' ').map(seen.of)))
  const { sorted: words, rank } = ranked(seen.texts)
  return { words, lists: raw.map((list) => list.map((word) => rank[word] ?? 0)) }
}

const familiesOf = <Value>(make: (family: Family) => Value): Record<Family, Value> => ({
  codes: make('codes'),
  any: make('any'),
  heavy: make('heavy'),
  names: make('names'),
  nameWords: make('nameWords'),
  textWords: make('textWords'),
})

const mapped = <From, To>(
  values: Readonly<Record<string, From>>,
  turn: (value: From) => To,
): Record<string, To> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, turn(value)]))

const permuted = (ids: Uint32Array, documents: Uint32Array): Uint32Array => {
  const out = new Uint32Array(ids.length)
  documents.forEach((doc, index) => {
    out.set(ids.subarray(doc * 4, doc * 4 + 4), index * 4)
  })
  return out
}

function* eachOf<Value>(documents: Uint32Array, turn: (doc: number) => Value): Generator<Value> {
  for (const doc of documents) yield turn(doc)
}

/** Lists end to end, with the places where they end. */
const listsOf = (name: string, lists: Iterable<readonly number[]>): Record<string, Uint32Array> => {
  const [values, ends] = [growing(), growing()]
  for (const list of lists) {
    for (const value of list) values.push(value)
    ends.push(values.length)
  }
  return { [name]: values.all(), [`${name}.listEnds`]: ends.all() }
}

const packTexts = (texts: readonly string[]): { bytes: Buffer; ends: Uint32Array } => {
  const ends = new Uint32Array(texts.length)
  const whole = texts.map((text) => text.toWellFormed())
  let at = 0
  whole.forEach((text, index) => {
    at += Buffer.byteLength(text)
    ends[index] = at
  })
  return { bytes: Buffer.from(whole.join('')), ends }
}
