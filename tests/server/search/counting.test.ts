import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SearchRequest } from '../../../server/search/engine.ts'
import { readerOver } from '../../kit/search/played.ts'
import { naive } from '../../kit/search/naive.ts'
import { request, steps } from '../../kit/search/worlds.ts'

/** Options asked for beside random criteria: filters of every kind, chosen ones among them. */
const options = {
  industry: ['a', 'b', 'nobody holds this'],
  revenue: ['a', 'b', 'c'],
  keywords: ['machine', 'ann', 'machine learning', '!!'],
  position: ['anna', 'learning machine'],
  location: ['AU', 'AU/WA', 'AU/WA/Perth'],
  'cus-list': ['mine', 'yours', 'none'],
}

const ticked = (asked: SearchRequest, identifier: string, value: string): SearchRequest => {
  const { criteria } = asked
  const values = [...(criteria.filters[identifier] ?? []), value]
  return {
    ...asked,
    criteria: { ...criteria, filters: { ...criteria.filters, [identifier]: values } },
  }
}

test('the count of an option is the total one gets by ticking it', { timeout: 120_000 }, () => {
  const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000_007)
  process.stdout.write(`counting seed ${seed}\n`)
  fc.assert(
    fc.property(steps, fc.array(request, { minLength: 4, maxLength: 4 }), (happening, requests) => {
      const { reader, docs } = readerOver(happening)
      for (const asked of requests) {
        const { total, counts } = reader.counts({ ...asked, options })
        expect(total).toBe(naive(docs, asked).total)
        for (const [identifier, values] of Object.entries(options))
          for (const value of values)
            expect([identifier, value, counts[identifier]?.[value]]).toEqual([
              identifier,
              value,
              naive(docs, ticked(asked, identifier, value)).total,
            ])
      }
    }),
    { numRuns: 40, seed },
  )
})
