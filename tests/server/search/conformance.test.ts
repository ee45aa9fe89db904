import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evaluate } from '../../../contract/search/evaluate.ts'
import { crowdedWorld, crowdedRequests } from '../../kit/search/crowd.ts'
import { naive } from '../../kit/search/naive.ts'
import { readerOver } from '../../kit/search/replay.ts'
import { request, steps } from '../../kit/search/worlds.ts'

const worlds = 100
const perWorld = 20

test(
  "the engine and the device's evaluator answer 2,000 random criteria by the rules",
  { timeout: 120_000 },
  () => {
    const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000_007)
    process.stdout.write(`conformance seed ${seed}\n`)
    let found = 0
    fc.assert(
      fc.property(
        steps,
        fc.array(request, { minLength: perWorld, maxLength: perWorld }),
        (happening, requests) => {
          const { reader, docs } = readerOver(happening)
          for (const query of requests) {
            const wanted = naive(docs, query)
            expect(reader.search(query)).toEqual(wanted)
            expect(evaluate(docs, query)).toEqual(wanted)
            if (wanted.total > 0) found++
          }
        },
      ),
      { numRuns: worlds, seed },
    )
    // Criteria without results would prove nothing.
    expect(found).toBeGreaterThan((worlds * perWorld) / 4)
  },
)

test(
  'a segment of 4,500 records with several offices each, rare and frequent values and long walks, and the device’s evaluator answer by the rules',
  { timeout: 120_000 },
  () => {
    const docs = crowdedWorld(4500)
    const { reader } = readerOver([
      { kind: 'upsert', docs: docs.slice(0, 4300) },
      { kind: 'upsert', docs: docs.slice(4200) },
    ])
    for (const query of crowdedRequests) {
      const wanted = naive(docs, query)
      expect(wanted.total).toBeGreaterThan(0)
      expect(reader.search(query)).toEqual(wanted)
      expect(evaluate(docs, query)).toEqual(wanted)
    }
  },
)
