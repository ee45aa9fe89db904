import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SearchRequest } from '../../../server/search/engine.ts'
import { readerOver } from '../../kit/search/replay.ts'
import { naive } from '../../kit/search/naive.ts'
import { request, steps } from '../../kit/search/worlds.ts'

const options = {
  industry: ['a', 'b', 'nobody holds this'],
  revenue: ['a', 'b', 'c'],
  keywords: ['machine', 'ann', 'machine learning', '!!'],
  position: ['anna', 'learning machine'],
  location: ['AU', 'AU/WA', 'AU/WA/Perth'],
  'cus-list': ['mine', 'yours', 'none'],
}

const ticked = (query: SearchRequest, identifier: string, value: string): SearchRequest => {
  const { criteria } = query
  const values = [...(criteria.filters[identifier] ?? []), value]
  return {
    ...query,
    criteria: { ...criteria, filters: { ...criteria.filters, [identifier]: values } },
  }
}

test('the count of an option equals the total after selecting it', { timeout: 120_000 }, () => {
  const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000_007)
  process.stdout.write(`counting seed ${seed}\n`)
  fc.assert(
    fc.property(steps, fc.array(request, { minLength: 4, maxLength: 4 }), (happening, requests) => {
      const { reader, docs } = readerOver(happening)
      for (const query of requests) {
        const { total, counts } = reader.counts({ ...query, options })
        expect(total).toBe(naive(docs, query).total)
        for (const [identifier, values] of Object.entries(options))
          for (const value of values)
            expect([identifier, value, counts[identifier]?.[value]]).toEqual([
              identifier,
              value,
              naive(docs, ticked(query, identifier, value)).total,
            ])
      }
    }),
    { numRuns: 40, seed },
  )
})
