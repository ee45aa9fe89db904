import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { southern, startTestApp, type TestApp } from '../../kit/app.ts'
import { requestDownload, readRequest } from '../../kit/downloads.ts'
import { colleagues, memberOf, someRecords, type Member } from '../../kit/saved-work.ts'

describe('an organisation with too many open downloads', () => {
  let test: TestApp
  let alex: Member
  let ids: string[]
  beforeAll(async () => {
    test = await startTestApp({ companies: 30, people: 60, parts: { maxOpenRequests: 3 } })
    ;({ alex } = colleagues(test))
    ids = await someRecords(test, 'people', 1, {})
  })
  afterAll(() => test.close())
  const ask = (member: Member, id: string = crypto.randomUUID()) =>
    requestDownload(member, { id, source: { kind: 'ids', ids } })

  it('gets 429 with Retry-After until the open ones are delivered', async () => {
    const accepted = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
    for (const id of accepted) expect((await ask(alex, id)).status).toBe(202)
    const refused = crypto.randomUUID()
    expect(await ask(alex, refused)).toMatchObject({
      status: 429,
      headers: { 'retry-after': '10' },
      body: { code: 'rate-limited' },
    })
    expect((await alex.read(`/download/request/${refused}`)).status).toBe(404)
    // An accepted request may be repeated, and other organisations are not affected.
    expect((await ask(alex, accepted[0])).status).toBe(202)
    const kiri = memberOf(test, { userId: 'user_kiri', orgId: southern.id })
    expect((await ask(kiri)).status).toBe(202)

    await test.work()
    for (const id of accepted)
      expect((await readRequest(alex, id)).status).toBe('DOWNLOAD_FILE_GENERATED')
    expect((await ask(alex, refused)).status).toBe(202)
  })
})
