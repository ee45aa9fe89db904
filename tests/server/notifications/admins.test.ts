import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dayMs } from '../../../contract/core/days.ts'
import type { Letter } from '../../../server/platform/vendors/mail.ts'
import { harbour, southern, startTestApp, today, type TestApp } from '../../kit/app.ts'

const trialEnds = Date.parse(`${today}T00:00:00Z`) + 14 * dayMs
let now = trialEnds - 10 * dayMs
let test: TestApp
let letters: Letter[] = []

beforeAll(async () => {
  const mailer = {
    send: (letter: Letter) => {
      letters.push(letter)
      return Promise.resolve()
    },
  }
  test = await startTestApp({
    companies: 0,
    parts: { now: () => now, post: { mailer, origin: 'https://fieldbook.example' } },
  })
  for (const [userId, role] of [
    ['user_alex', 'admin'],
    ['user_kim', 'admin'],
    ['user_sam', 'standard'],
  ] as const)
    await test.db.asOrg(harbour.id, (trx) =>
      trx
        .insertInto('member')
        .values({
          org_id: harbour.id,
          user_id: userId,
          role,
          role_at: new Date(),
          email: `${userId}@harbour.example`,
        })
        .execute(),
    )
})
afterAll(() => test.close())
beforeEach(() => {
  letters = []
})

const pass = async (): Promise<void> => {
  await test.app.jobs.runTimely()
  await test.work()
}
const titlesOf = async (userId: string, orgId: string = harbour.id): Promise<string[]> => {
  const { body } = await test.ask('GET', '/notices', undefined, { as: { userId, orgId } })
  return body.notices.map(({ title }: { title: string }) => title)
}

describe('a notification to the admins', () => {
  it('reaches each of them in the app and by email, and no Standard user', async () => {
    await pass()
    expect(letters).toEqual([])
    now = trialEnds - 7 * dayMs
    await pass()
    const title = 'Your free trial ends on 17 Mar 2026'
    expect(letters.map(({ to, subject }) => [to, subject]).toSorted()).toEqual([
      ['user_alex@harbour.example', title],
      ['user_kim@harbour.example', title],
    ])
    expect(letters[0]?.text).toContain('https://fieldbook.example/dashboard/billing')
    expect(await titlesOf('user_kim')).toEqual([title])
    expect(await titlesOf('user_sam')).toEqual([])
  })

  it('is sent once, however often the server looks', async () => {
    await pass()
    await pass()
    expect(letters).toEqual([])
    expect(await titlesOf('user_alex')).toHaveLength(1)
  })

  it('waits for an admin where there is none yet', async () => {
    await test.db.asOrg(southern.id, (trx) =>
      trx
        .insertInto('member')
        .values({
          org_id: southern.id,
          user_id: 'user_kiri',
          role: 'admin',
          role_at: new Date(),
          email: 'kiri@southern.example',
        })
        .execute(),
    )
    await pass()
    expect(letters.map(({ to }) => to)).toEqual(['kiri@southern.example'])
    expect(await titlesOf('user_kiri', southern.id)).toHaveLength(1)
  })

  it('is read like any other', async () => {
    const as = { userId: 'user_kim' }
    const { body } = await test.ask('GET', '/notices', undefined, { as })
    expect(body).toMatchObject({
      unread: 1,
      notices: [{ agentName: null, opens: null, link: '/dashboard/billing' }],
    })
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const ids = [body.notices[0].id]
    const read = await test.ask('POST', '/notices/read', { ids }, { as, headers })
    expect(read.body).toEqual({ unread: 0 })
    expect((await test.ask('GET', '/notices')).body.unread).toBe(1)
  })
})
