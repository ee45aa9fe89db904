import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { harbour, southern, startTestApp, type TestApp } from '../../../kit/app.ts'

describe('Idempotency-Key', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await startTestApp({ companies: 0 })
  })
  afterAll(() => test.close())

  const word = { kind: 'idea', message: 'More maps', page: '/dashboard' }
  const send = (key: string | undefined, body: unknown = word, as: object = {}) =>
    test.ask('POST', '/feedback', body, {
      as,
      headers: key === undefined ? {} : { 'idempotency-key': key },
    })
  const kept = (orgId: string) =>
    test.db.asOrg(orgId, (trx) => trx.selectFrom('feedback').select('id').execute())

  it('is required where a call changes something', async () => {
    for (const key of [undefined, 'not-a-uuid']) {
      const answer = await send(key)
      expect(answer.status).toBe(400)
      expect(answer.body.code).toBe('key-missing')
    }
    expect(await kept(harbour.id)).toEqual([])
  })

  it('makes five simultaneous twins act once and answer the same bytes', async () => {
    const key = crypto.randomUUID()
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(key)))
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201, 201, 201])
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
    expect(await kept(harbour.id)).toHaveLength(1)
  })

  it('refuses another request under the same key', async () => {
    const key = crypto.randomUUID()
    await send(key)
    const other = await send(key, { ...word, message: 'Fewer maps' })
    expect(other.status).toBe(422)
    expect(other.body.code).toBe('key-reused')
  })

  it('keeps the keys of organisations and users apart', async () => {
    const key = crypto.randomUUID()
    const mine = await send(key)
    const theirs = await send(key, word, { orgId: southern.id })
    const colleague = await send(key, word, { userId: 'user_sam' })
    expect(new Set([mine.body.id, theirs.body.id, colleague.body.id]).size).toBe(3)
    expect(await kept(southern.id)).toHaveLength(1)
  })

  it('remembers nothing of a request that was refused, so that the corrected one goes through', async () => {
    const key = crypto.randomUUID()
    const wrong = await send(key, { ...word, message: '' })
    expect(wrong.status).toBe(422)
    expect(wrong.body.errors[0].pointer).toBe('/message')
    expect((await send(key)).status).toBe(201)
  })
})
