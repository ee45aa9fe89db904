import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainKernel } from '../../../server/search/kernel.ts'
import { allocate, bufferOf, kernelOf } from '../../../server/search/memory.ts'

const words = 64
const list = 4 * words
const out = 8 * words

test('the fast kernel does word for word what the plain one does', () => {
  const memory = allocate(1 << 20)
  expect(memory).not.toBeInstanceOf(SharedArrayBuffer)
  const fast = kernelOf(memory)
  const fastWords = new Int32Array(bufferOf(memory))
  const buffer = new SharedArrayBuffer(16 * words * 4)
  const plain = plainKernel(buffer)
  const plainWords = new Int32Array(buffer)
  const dense = fc.array(fc.oneof(fc.constant(0), fc.constant(-1), fc.integer()), {
    minLength: 2 * words,
    maxLength: 2 * words,
  })
  const docs = fc.uniqueArray(fc.nat(words * 32 - 1)).map((list) => list.sort((a, b) => a - b))
  const start = fc.nat(words * 32 + 40)
  fc.assert(
    fc.property(
      dense,
      docs,
      start,
      fc.integer({ min: 0, max: 300 }),
      (bits, docs, start, limit) => {
        for (const view of [fastWords, plainWords]) {
          view.fill(0, 0, 16 * words)
          view.set(bits)
          view.set(docs, list)
        }
        const answers = [fast, plain].map((kernel) => {
          const found: number[] = []
          found.push(kernel.count(0, words), kernel.countAnd(0, words, words))
          found.push(kernel.countMarked(0, list, docs.length))
          found.push(kernel.gather(0, words, start, out, limit))
          kernel.copy(2 * words, 0, words)
          kernel.and(2 * words, words, words)
          kernel.mark(2 * words, list, docs.length)
          kernel.copy(3 * words, 2 * words, words)
          kernel.or(3 * words, 0, words)
          kernel.andNot(3 * words, words, words)
          kernel.unmark(3 * words, list, docs.length >> 1)
          kernel.zero(words, 4)
          return found
        })
        expect(answers[0]).toEqual(answers[1])
        expect(fastWords.slice(0, 16 * words)).toEqual(plainWords)
      },
    ),
    { numRuns: 300 },
  )
})
