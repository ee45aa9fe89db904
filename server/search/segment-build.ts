import { growableList } from './growable-list.ts'
import { layOut, type Extents } from './layout.ts'
import { bufferOf, type Memory } from './memory.ts'
import { codeTable } from './segment-codes.ts'
import type { Collection } from './segment-collect.ts'
import { pointParts } from './map-points.ts'
import { scratchBytes, type SegmentHeader } from './segment-header.ts'
import { frequentTerms, membersOf } from './segment-members.ts'
import { nameTable } from './segment-names.ts'
import { packSorts, type PackedSort } from './segment-sorts.ts'
import { countSets, planSets, writeSets } from './set-writer.ts'

type Numbers = Record<string, Uint32Array | Int32Array | Float64Array>

/** With scratch for `lanes` threads. The collection must not be used again. */
export const segmentOf = (collection: Collection, lanes: number): Memory => {
  collection.settle()
  const { docs, parts, category } = collection
  const { documents, byId, sorts } = packSorts(collection)
  const table = codeTable(collection)
  const frequent = frequentTerms(collection, table)
  const names = nameTable(collection)
  const members = membersOf(collection, table, frequent, names)
  const counts = countSets(members, docs)
  const plan = planSets(counts, docs)

  const texts: Record<string, readonly string[]> = {
    values: table.values,
    lines: table.lines,
    entryTokens: table.entryTokens,
    names: names.names,
    nameTokens: names.nameTokens,
    textTokens: names.textTokens,
    ...Object.fromEntries(sorts.map((sort) => [partOf(sort), sort.texts])),
  }
  const packedTexts = Object.entries(texts).map(([name, list]) => ({ name, ...packTexts(list) }))
  const numbers: Numbers = {
    ids: permuted(parts.ids.all(), documents),
    byId,
    ...listsOf('entryCodes', table.entryCodes),
    entryFrequent: frequent.ofToken,
    ...listsOf('docNames', namesInOrder(collection, documents, names.rankOf)),
    'sets.counts': counts,
    'sets.places': plan.places,
    ...sortParts(sorts),
    ...pointParts(parts, documents),
    ...Object.fromEntries(packedTexts.map(({ name, ends }) => [`${name}.ends`, ends])),
  }
  const header: SegmentHeader = {
    category,
    docs,
    points: 'points' in numbers,
    facets: table.facets,
    sorts: sorts.map((sort) => sort.header),
    firstSets: members.first,
  }
  const { memory, places } = layOut(
    header,
    {
      sets: plan.length * 4,
      ...mapped(numbers, (values) => values.byteLength),
      ...Object.fromEntries(packedTexts.map(({ name, bytes }) => [`${name}.text`, bytes.length])),
    },
    scratchBytes(docs, lanes),
  )
  const bytes = new Uint8Array(bufferOf(memory))
  const write = (
    name: string,
    values: Uint8Array | Uint32Array | Int32Array | Float64Array,
  ): void => {
    const from = new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
    bytes.set(from, startOf(places, name))
  }
  for (const [name, values] of Object.entries(numbers)) write(name, values)
  for (const { name, bytes: text } of packedTexts) write(`${name}.text`, text)
  const sets = new Uint32Array(bufferOf(memory), startOf(places, 'sets'), plan.length)
  writeSets(sets, plan.places, counts, members, documents)
  return memory
}

const startOf = (places: Extents, name: string): number => places[name]?.at ?? 0

const partOf = (sort: PackedSort): string => `sort.${sort.header.field}`

const sortParts = (sorts: readonly PackedSort[]): Numbers => {
  const parts: Numbers = {}
  for (const sort of sorts) {
    parts[`${partOf(sort)}.ranks`] = sort.ranks
    parts[`${partOf(sort)}.order`] = sort.order
    parts[`${partOf(sort)}.starts`] = sort.starts
    parts[`${partOf(sort)}.numbers`] = sort.numbers
  }
  return parts
}

function* namesInOrder(
  { parts }: Collection,
  documents: Uint32Array,
  rankOf: Uint32Array,
): Generator<Uint32Array> {
  const [names, ends] = [parts.docNames.all(), parts.docNameEnds.all()]
  for (const doc of documents)
    yield names.subarray(doc === 0 ? 0 : ends[doc - 1], ends[doc]).map((name) => rankOf[name] ?? 0)
}

const mapped = <From, To>(
  values: Readonly<Record<string, From>>,
  turn: (value: From) => To,
): Record<string, To> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, turn(value)]))

const permuted = (ids: Uint32Array, documents: Uint32Array): Uint32Array => {
  const out = new Uint32Array(ids.length)
  documents.forEach((doc, index) => {
    for (let part = 0; part < 4; part++) out[index * 4 + part] = ids[doc * 4 + part] ?? 0
  })
  return out
}

const listsOf = (name: string, lists: Iterable<Iterable<number>>): Numbers => {
  const [values, ends] = [growableList(), growableList()]
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
