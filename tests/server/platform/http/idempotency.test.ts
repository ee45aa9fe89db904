import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { harbour, southern, startTestApp, type TestApp } from '../../../kit/app.ts'

describe('Idempotency-Key', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await startTestApp({ companies: 0 })
  })
  afterAll(() => test.close())

  const feedback = { kind: 'idea', message: 'More maps', page: '/dashboard' }
  const send = (key: string | undefined, body: unknown = feedback, as: object = {}) =>
    test.ask('POST', '/feedback', body, {
      as,
      headers: key === undefined ? {} : { 'idempotency-key': key },
    })
  const readFeedback = (orgId: string) =>
    test.db.asOrg(orgId, (trx) => trx.selectFrom('feedback').select('id').execute())

  it('is required for calls with changes, except for those of the specification', async () => {
    const ours = await test.ask('POST', '/lists', { name: 'Directors', category: 'people' })
    for (const answer of [ours, await send('not-a-uuid')])
      expect(answer).toMatchObject({ status: 400, body: { code: 'key-missing' } })
    expect(await readFeedback(harbour.id)).toEqual([])
    const [first, again] = [await send(undefined), await send(undefined)]
    expect(first.status).toBe(201)
    expect(again.body).toEqual(first.body)
    expect(await readFeedback(harbour.id)).toHaveLength(1)
    await test.db.owner.deleteFrom('feedback').execute()
  })

  it('makes five simultaneous duplicates act once and return the same bytes', async () => {
    const key = crypto.randomUUID()
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(key)))
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201, 201, 201])
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
    expect(await readFeedback(harbour.id)).toHaveLength(1)
  })

  it('returns 422 for another request with the same key', async () => {
    const key = crypto.randomUUID()
    await send(key)
    const other = await send(key, { ...feedback, message: 'Fewer maps' })
    expect(other.status).toBe(422)
    expect(other.body.code).toBe('key-reused')
  })

  it('is separate for organisations and users', async () => {
    const key = crypto.randomUUID()
    const mine = await send(key)
    const theirs = await send(key, feedback, { orgId: southern.id })
    const colleague = await send(key, feedback, { userId: 'user_sam' })
    expect(new Set([mine.body.id, theirs.body.id, colleague.body.id]).size).toBe(3)
    expect(await readFeedback(southern.id)).toHaveLength(1)
  })

  it('stores nothing of a refused request, so that the corrected one succeeds', async () => {
    const key = crypto.randomUUID()
    const wrong = await send(key, { ...feedback, message: '' })
    expect(wrong.status).toBe(422)
    expect(wrong.body.errors[0].pointer).toBe('/message')
    expect((await send(key)).status).toBe(201)
  })
})
