import type { Category } from '../../contract/records/records.ts'
import { growableList, createNumbering, type Growing, type Numbered } from './growable-list.ts'
import { idAt, packedId } from './ids.ts'
import { toMicro } from './map-points.ts'
import { namesRecords, type Prepared } from './prepare-doc.ts'

type Facets = Prepared['facets']

/** Counts how many of the first documents held just their own id. */
export type CollectedFacet = {
  identifier: string
  codes: Map<string, number>
  own: number
}

/** NaN is unknown. */
export type CollectedSort = { kind: 'number' | 'text'; texts: Numbered; values: number[] }

export type Collection = {
  category: Category
  readonly docs: number
  /** An employer's; returns a number to pass to `add`. */
  share(facets: Facets): number
  /**
   * After the last document: where only some documents of a facet hold just their own id, each of those gets a value, listed in
   * `ownIds`.
   */
  settle(): void
  /** On top of the shared facets. Throws when the id is no UUID. */
  add(doc: Prepared, shared?: number): void
  parts: {
    ids: Growing
    facets: Map<string, CollectedFacet>
    codes: { facet: CollectedFacet; value: string }[]
    own: Growing
    ownEnds: Growing
    sharedOf: Growing
    shared: Growing
    sharedEnds: Growing
    ownIds: Growing[]
    names: Numbered
    docNames: Growing
    docNameEnds: Growing
    /** Tokens joined by blanks; colleagues share theirs. */
    texts: Numbered
    docText: Growing
    sorts: Map<string, CollectedSort>
    /** Latitude and longitude of each point, as `toMicro` stores them. */
    points: Growing
    pointEnds: Growing
  }
}

export const createCollection = (category: Category): Collection => {
  const facets = new Map<string, CollectedFacet>()
  const codes: { facet: CollectedFacet; value: string }[] = []
  const [ids, own, ownEnds, sharedOf] = [
    growableList(),
    growableList(),
    growableList(),
    growableList(),
  ]
  const [shared, sharedEnds] = [growableList(), growableList()]
  const [docNames, docNameEnds, docText] = [growableList(), growableList(), growableList()]
  const [names, texts] = [createNumbering(), createNumbering()]
  const ownIds: Growing[] = []
  const sorts = new Map<string, CollectedSort>()
  const [points, pointEnds] = [growableList(), growableList()]
  let docs = 0

  const facetOf = (identifier: string): CollectedFacet => {
    const known = facets.get(identifier)
    if (known) return known
    const facet = { identifier, codes: new Map<string, number>(), own: 0 }
    facets.set(identifier, facet)
    return facet
  }
  const codeOf = (facet: CollectedFacet, value: string): number => {
    const known = facet.codes.get(value)
    if (known !== undefined) return known
    facet.codes.set(value, codes.length)
    codes.push({ facet, value })
    return codes.length - 1
  }
  const addFacets = (docFacets: Facets, into: Growing, id: string | undefined): void => {
    for (const identifier in docFacets) {
      const values = docFacets[identifier] ?? []
      if (values.length === 0) continue
      const facet = facetOf(identifier)
      const itself = values.length === 1 && values[0] === id && namesRecords(identifier)
      if (itself && facet.own === docs) facet.own = docs + 1
      else for (const value of values) into.push(codeOf(facet, value))
    }
  }
  const addSort = (sortValues: Prepared['sort']): void => {
    for (const field in sortValues) {
      const value = sortValues[field] ?? null
      if (value === null) continue
      const kind = typeof value === 'number' ? 'number' : 'text'
      const sort = sorts.get(field) ?? { kind, texts: createNumbering(), values: [] }
      sorts.set(field, sort)
      if (sort.kind !== kind) continue
      while (sort.values.length < docs) sort.values.push(NaN)
      sort.values.push(typeof value === 'number' ? value : sort.texts.of(value))
    }
  }

  return {
    category,
    get docs() {
      return docs
    },
    share: (docFacets) => {
      addFacets(docFacets, shared, undefined)
      sharedEnds.push(shared.length)
      return sharedEnds.length - 1
    },
    settle: () => {
      for (const facet of facets.values()) {
        if (facet.own === 0 || (facet.own === docs && facet.codes.size === 0)) continue
        const list = growableList()
        for (let doc = 0; doc < facet.own; doc++) list.push(codeOf(facet, idAt(ids.all(), doc * 4)))
        ownIds.push(list)
      }
    },
    add: (doc, common) => {
      const id = packedId(doc.id)
      if (!id) throw new Error(`The id '${doc.id}' of a document is not a UUID.`)
      for (const part of id) ids.push(part)
      addFacets(doc.facets, own, doc.id)
      ownEnds.push(own.length)
      sharedOf.push(common === undefined ? 0 : common + 1)
      for (const name of doc.names) docNames.push(names.of(name))
      docNameEnds.push(docNames.length)
      docText.push(texts.of(doc.tokens.join(' ')))
      addSort(doc.sort)
      for (const { lat, lng } of doc.points) {
        points.push(toMicro(lat))
        points.push(toMicro(lng))
      }
      pointEnds.push(points.length / 2)
      docs++
    },
    parts: {
      ids,
      facets,
      codes,
      own,
      ownEnds,
      sharedOf,
      shared,
      sharedEnds,
      ownIds,
      names,
      docNames,
      docNameEnds,
      texts,
      docText,
      sorts,
      points,
      pointEnds,
    },
  }
}
