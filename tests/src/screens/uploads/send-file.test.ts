import { describe, expect, it } from 'vitest'
import { partBytes, sendFile, type Progress } from '../../../../src/screens/uploads/send-file.ts'
import { ApiProblem } from '../../../../src/lib/api-errors.ts'
import {
  aFile,
  aProblem,
  fakeUploadServer,
  bytesOf,
  id,
  same,
} from '../../../kit/screens/uploads.ts'
import { chance } from '../../../kit/chance.ts'

const seed = Number(process.env['UPLOAD_SEED'] ?? Math.floor(Math.random() * 1_000_000))

const line = (reports: Progress[] = []) => ({
  onProgress: (progress: Progress) => void reports.push(progress),
  wait: () => Promise.resolve(),
  signal: new AbortController().signal,
})

describe('sending a file', () => {
  it('sends it in parts and reports progress', async () => {
    const { calls, uploads } = fakeUploadServer()
    const file = aFile(partBytes * 2 + 100)
    const reports: Progress[] = []
    await sendFile(file, id, { api: calls, ...line(reports) })
    expect(same(uploads.get(id)?.bytes, await bytesOf(file))).toBe(true)
    expect(reports).toEqual([
      { is: 'sending', received: 0 },
      { is: 'sending', received: partBytes },
      { is: 'sending', received: partBytes * 2 },
      { is: 'sending', received: partBytes * 2 + 100 },
    ])
  })

  it('resumes without sending again what the server holds', async () => {
    const { calls, uploads, paths } = fakeUploadServer()
    const file = aFile(partBytes * 3)
    uploads.set(id, {
      size: file.size,
      name: file.name,
      bytes: (await bytesOf(file)).slice(0, partBytes * 2),
    })
    await sendFile(file, id, { api: calls, ...line() })
    expect(paths).toEqual([`/exchange/uploads/${id}/parts/${partBytes * 2}`])
    expect(same(uploads.get(id)?.bytes, await bytesOf(file))).toBe(true)
  })

  it(`delivers the whole file once although the connection breaks before and after each part: UPLOAD_SEED=${seed}`, async () => {
    const random = chance(seed).next
    for (let trial = 0; trial < 20; trial += 1) {
      const { calls, uploads } = fakeUploadServer(() => {
        const chance = random()
        return chance < 0.25 ? 'before' : chance < 0.5 ? 'after' : null
      })
      const file = aFile(Math.ceil(random() * partBytes * 4))
      const reports: Progress[] = []
      await sendFile(file, id, { api: calls, ...line(reports) })
      expect(same(uploads.get(id)?.bytes, await bytesOf(file))).toBe(true)
      expect(reports.at(-1)).toEqual({ is: 'sending', received: file.size })
    }
  })

  it('continues from the size that the server reports', async () => {
    const { calls, uploads } = fakeUploadServer()
    const file = aFile(partBytes * 2)
    const api = {
      ...calls,
      // Another tab sends it too, so the server reports more than this tab has sent.
      createUpload: async (...given: Parameters<typeof calls.createUpload>) => ({
        ...(await calls.createUpload(...given)),
        receivedBytes: partBytes,
      }),
    }
    await sendFile(file, id, { api, ...line() })
    expect(same(uploads.get(id)?.bytes, await bytesOf(file))).toBe(true)
  })

  it('gives up if the server refuses the file or stores nothing of it', async () => {
    const { calls } = fakeUploadServer()
    const refused = sendFile(aFile(10), id, {
      api: { ...calls, createUpload: () => Promise.reject(aProblem('too-large')) },
      ...line(),
    })
    await expect(refused).rejects.toBeInstanceOf(ApiProblem)
    const forgetful = sendFile(aFile(10), id, {
      api: { ...calls, putBytes: () => Promise.resolve({ receivedBytes: 0, size: 10 }) },
      ...line(),
    })
    await expect(forgetful).rejects.toBeInstanceOf(ApiProblem)
  })
})
