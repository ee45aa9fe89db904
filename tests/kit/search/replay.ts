import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SearchDoc } from '../../../contract/search/search-doc.ts'
import { createMarket, type Market } from '../../../server/search/market.ts'
import { prepareDoc } from '../../../server/search/prepare-doc.ts'
import { createReader, type Reader } from '../../../server/search/reader.ts'
import { segmentOf } from '../../../server/search/segment-build.ts'
import { createCollection } from '../../../server/search/segment-collect.ts'
import { readSnapshot, writeSnapshot } from '../../../server/search/snapshot.ts'
import type { Step } from './worlds.ts'

export const readerOver = (happening: readonly Step[]): { reader: Reader; docs: SearchDoc[] } => {
  let market = createMarket(1)
  const docs = new Map<string, SearchDoc>()
  const play = (step: Step): void => {
    if (step.kind === 'upsert') {
      market.upsert(step.docs)
      for (const doc of step.docs) docs.set(`${doc.category} ${doc.id}`, doc)
    } else if (step.kind === 'remove') {
      market.remove(step.category, step.ids)
      for (const id of step.ids) docs.delete(`${step.category} ${id}`)
    } else if (step.kind === 'tidy') market.tidy()
    else if (step.kind === 'reload') market = reloaded(market)
    else {
      market.beginReplacement()
      step.during.slice(0, step.readAfter).forEach(play)
      const fresh = built([...docs.values()])
      step.during.slice(step.readAfter).forEach(play)
      market.replace(fresh)
    }
  }
  happening.forEach(play)
  const reader = createReader(0)
  reader.show(market.published())
  return { reader, docs: [...docs.values()] }
}

const built = (docs: readonly SearchDoc[]): Parameters<Market['replace']>[0] => {
  const collections = { company: createCollection('company'), people: createCollection('people') }
  for (const doc of docs) collections[doc.category].add(prepareDoc(doc))
  const { company, people } = collections
  return {
    company: company.docs > 0 ? [segmentOf(company, 1)] : [],
    people: people.docs > 0 ? [segmentOf(people, 1)] : [],
  }
}

const reloaded = (market: Market): Market => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbook-search-'))
  try {
    writeSnapshot(folder, {
      published: market.published(),
      seq: 1,
      builtFrom: 1,
      day: '2026-01-01',
    })
    const snapshot = readSnapshot(folder, 1)
    if (typeof snapshot === 'string') throw new Error(snapshot)
    return createMarket(1, snapshot.published)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
