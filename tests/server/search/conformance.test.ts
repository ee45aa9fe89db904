import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evaluate } from '../../../contract/evaluate.ts'
import type { SearchDoc } from '../../../contract/search-doc.ts'
import { createMarket, type Market } from '../../../server/domain/search/market.ts'
import { createReader } from '../../../server/domain/search/reader.ts'
import { readSnapshot, writeSnapshot } from '../../../server/domain/search/snapshot.ts'
import { naive } from './naive.ts'
import { request, steps, type Step } from './worlds.ts'

/** 100 worlds of 20 criteria each: 2,000 criteria. */
const worlds = 100
const perWorld = 20

const reloaded = (market: Market): Market => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbook-search-'))
  writeSnapshot(folder, { published: market.published(), seq: 1, day: '2026-01-01' })
  const snapshot = readSnapshot(folder, 1)
  rmSync(folder, { recursive: true })
  if (typeof snapshot === 'string') throw new Error(snapshot)
  return createMarket(1, snapshot.published)
}

/** Plays what happens to a world on the engine and on a plain list of documents. */
const play = (happening: readonly Step[]): { market: Market; docs: SearchDoc[] } => {
  let market = createMarket(1)
  const docs = new Map<string, SearchDoc>()
  for (const step of happening) {
    if (step.kind === 'upsert') {
      market.upsert(step.docs)
      for (const doc of step.docs) docs.set(`${doc.category} ${doc.id}`, doc)
    } else if (step.kind === 'remove') {
      market.remove(step.category, step.ids)
      for (const id of step.ids) docs.delete(`${step.category} ${id}`)
    } else if (step.kind === 'tidy') market.tidy()
    else if (step.kind === 'compact') {
      market.compact('company')
      market.compact('people')
    } else market = reloaded(market)
  }
  return { market, docs: [...docs.values()] }
}

test('the engine and the evaluator of a device answer 2,000 random criteria exactly as the rules say', () => {
  const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000_007)
  process.stdout.write(`conformance seed ${seed}\n`)
  let found = 0
  fc.assert(
    fc.property(
      steps,
      fc.array(request, { minLength: perWorld, maxLength: perWorld }),
      (happening, requests) => {
        const { market, docs } = play(happening)
        const reader = createReader(0)
        reader.show(market.published())
        for (const asked of requests) {
          const wanted = naive(docs, asked)
          expect(reader.search(asked)).toEqual(wanted)
          expect(evaluate(docs, asked)).toEqual(wanted)
          if (wanted.total > 0) found++
        }
      },
    ),
    { numRuns: worlds, seed },
  )
  // Criteria that find nothing would prove nothing.
  expect(found).toBeGreaterThan((worlds * perWorld) / 4)
})
