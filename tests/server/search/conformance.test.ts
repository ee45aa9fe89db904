import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evaluate } from '../../../contract/search/evaluate.ts'
import { crowdedWorld, crowdedRequests } from '../../kit/search/crowd.ts'
import { naive } from '../../kit/search/naive.ts'
import { readerOver } from '../../kit/search/played.ts'
import { request, steps } from '../../kit/search/worlds.ts'

/** 100 worlds of 20 criteria each: 2,000 criteria. */
const worlds = 100
const perWorld = 20

test(
  'the engine and the evaluator of a device answer 2,000 random criteria exactly as the rules say',
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
  },
)

test(
  'a segment with rare and frequent values, heavy words and long walks answers as the rules say',
  { timeout: 120_000 },
  () => {
    const docs = crowdedWorld(4500)
    const { reader } = readerOver([
      { kind: 'upsert', docs: docs.slice(0, 4300) },
      { kind: 'upsert', docs: docs.slice(4200) },
    ])
    for (const asked of crowdedRequests) {
      const wanted = naive(docs, asked)
      expect(wanted.total).toBeGreaterThan(0)
      expect(reader.search(asked)).toEqual(wanted)
    }
  },
)
