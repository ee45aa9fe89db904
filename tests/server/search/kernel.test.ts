import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainKernel } from '../../../server/search/kernel.ts'
import { allocate, bufferOf, kernelOf } from '../../../server/search/memory.ts'

const length = 64
const list = 4 * length
const out = 8 * length

test('the WebAssembly kernel equals the plain kernel in every operation', () => {
  const memory = allocate(1 << 20)
  expect(memory).not.toBeInstanceOf(SharedArrayBuffer)
  const fast = kernelOf(memory)
  const fastView = new Int32Array(bufferOf(memory))
  const buffer = new SharedArrayBuffer(16 * length * 4)
  const plain = plainKernel(buffer)
  const plainView = new Int32Array(buffer)
  const dense = fc.array(fc.oneof(fc.constant(0), fc.constant(-1), fc.integer()), {
    minLength: 2 * length,
    maxLength: 2 * length,
  })
  const docs = fc.uniqueArray(fc.nat(length * 32 - 1)).map((list) => list.sort((a, b) => a - b))
  const start = fc.nat(length * 32 + 40)
  fc.assert(
    fc.property(
      dense,
      docs,
      start,
      fc.integer({ min: 0, max: 300 }),
      (bits, docs, start, limit) => {
        for (const view of [fastView, plainView]) {
          view.fill(0, 0, 16 * length)
          view.set(bits)
          view.set(docs, list)
        }
        const answers = [fast, plain].map((kernel) => {
          const found: number[] = []
          found.push(kernel.count(0, length), kernel.countAnd(0, length, length))
          found.push(kernel.countMarked(0, list, docs.length))
          found.push(kernel.gather(0, length, start, out, limit))
          kernel.copy(2 * length, 0, length)
          kernel.and(2 * length, length, length)
          kernel.mark(2 * length, list, docs.length)
          kernel.copy(3 * length, 2 * length, length)
          kernel.or(3 * length, 0, length)
          kernel.andNot(3 * length, length, length)
          kernel.unmark(3 * length, list, docs.length >> 1)
          kernel.zero(length, 4)
          return found
        })
        expect(answers[0]).toEqual(answers[1])
        expect(fastView.slice(0, 16 * length)).toEqual(plainView)
      },
    ),
    { numRuns: 300 },
  )
})
