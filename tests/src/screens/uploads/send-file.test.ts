import { describe, expect, it } from 'vitest'
import { partBytes, sendFile, type Progress } from '../../../../src/screens/uploads/send-file.ts'
import { ApiProblem } from '../../../../src/lib/api-errors.ts'
import { aFile, aProblem, aTaker, bytesOf, id, same } from '../../../kit/screens/uploads.ts'

const seed = Number(process.env['UPLOAD_SEED'] ?? Math.floor(Math.random() * 1_000_000))

/** Numbers from 0 to 1 that a seed repeats. */
const randomFrom = (start: number): (() => number) => {
  let state = start
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

const line = (told: Progress[] = []) => ({
  tell: (progress: Progress) => void told.push(progress),
  pause: () => Promise.resolve(),
  signal: new AbortController().signal,
})

describe('a file on its way', () => {
  it('arrives part by part, and how much of it is there is told', async () => {
    const { calls, taken } = aTaker()
    const file = aFile(partBytes * 2 + 100)
    const told: Progress[] = []
    await sendFile(file, id, { api: calls, ...line(told) })
    expect(same(taken.get(id)?.bytes, await bytesOf(file))).toBe(true)
    expect(told).toEqual([
      { is: 'sending', held: 0 },
      { is: 'sending', held: partBytes },
      { is: 'sending', held: partBytes * 2 },
      { is: 'sending', held: partBytes * 2 + 100 },
    ])
  })

  it('goes on where it stopped: what the server holds is not sent again', async () => {
    const { calls, taken, asked } = aTaker()
    const file = aFile(partBytes * 3)
    taken.set(id, {
      size: file.size,
      name: file.name,
      bytes: (await bytesOf(file)).slice(0, partBytes * 2),
    })
    await sendFile(file, id, { api: calls, ...line() })
    expect(asked).toEqual([`/exchange/uploads/${id}/parts/${partBytes * 2}`])
    expect(same(taken.get(id)?.bytes, await bytesOf(file))).toBe(true)
  })

  it(`arrives whole and once over a line that breaks before and after each part: UPLOAD_SEED=${seed}`, async () => {
    const random = randomFrom(seed)
    for (let trial = 0; trial < 20; trial += 1) {
      const { calls, taken } = aTaker(() => {
        const chance = random()
        return chance < 0.25 ? 'before' : chance < 0.5 ? 'after' : null
      })
      const file = aFile(Math.ceil(random() * partBytes * 4))
      const told: Progress[] = []
      await sendFile(file, id, { api: calls, ...line(told) })
      expect(same(taken.get(id)?.bytes, await bytesOf(file))).toBe(true)
      expect(told.at(-1)).toEqual({ is: 'sending', held: file.size })
    }
  })

  it('takes the server’s word for how much is there', async () => {
    const { calls, taken } = aTaker()
    const file = aFile(partBytes * 2)
    const api = {
      ...calls,
      // Another page sends it, too; this one was told of more than there is.
      createUpload: async (...given: Parameters<typeof calls.createUpload>) => ({
        ...(await calls.createUpload(...given)),
        held: partBytes,
      }),
    }
    await sendFile(file, id, { api, ...line() })
    expect(same(taken.get(id)?.bytes, await bytesOf(file))).toBe(true)
  })

  it('is given up where the server says that it will not have it, or keeps nothing of it', async () => {
    const { calls } = aTaker()
    const refused = sendFile(aFile(10), id, {
      api: { ...calls, createUpload: () => Promise.reject(aProblem('too-large')) },
      ...line(),
    })
    await expect(refused).rejects.toBeInstanceOf(ApiProblem)
    const forgetful = sendFile(aFile(10), id, {
      api: { ...calls, putBytes: () => Promise.resolve({ held: 0, size: 10 }) },
      ...line(),
    })
    await expect(forgetful).rejects.toBeInstanceOf(ApiProblem)
  })
})
