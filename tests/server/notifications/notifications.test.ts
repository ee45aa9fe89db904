import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { harbour, southern, type TestApp } from '../../kit/app.ts'
import {
  add,
  givePlan,
  makeAgent,
  memberOf,
  noon,
  startAgentsApp,
  titles,
} from '../../kit/agents.ts'
import { colleagues, type Member } from '../../kit/saved-work.ts'
import { draft } from '../../kit/signals.ts'
import { dayMs } from '../../../contract/core/days.ts'

describe('notifications', () => {
  let test: TestApp
  let clock: { at: number }
  let alex: Member
  let sam: Member
  let count = 0
  beforeAll(async () => {
    ;({ test, clock } = await startAgentsApp())
    ;({ alex, sam } = colleagues(test))
    await givePlan(test, harbour.id, 'bkt_growth')
    for (const member of [alex, sam]) await makeAgent(member)
  })
  beforeEach(async () => {
    clock.at = noon
    await test.db.asOrg(harbour.id, async (trx) => {
      await trx.deleteFrom('agent_run').execute()
      await trx.deleteFrom('notice').execute()
    })
  })
  afterAll(() => test.close())

  const ring = async (times: number): Promise<void> => {
    for (let time = 0; time < times; time++) {
      clock.at += 60_000
      await add(test, [draft(`ring ${count++}`, { id: crypto.randomUUID(), name: 'A' })], clock.at)
      await test.work()
    }
  }
  const ids = async (member: Member): Promise<string[]> => {
    const { body } = await member.read('/notices')
    return body.notices.map(({ id }: { id: string }) => id)
  }
  const unread = async (member: Member): Promise<number> =>
    (await member.read('/notices')).body.unread

  it('are listed newest first, fifty at most, with a count of all unread ones', async () => {
    await ring(2)
    await test.db.asOrg(harbour.id, async (trx) => {
      const [notice] = await trx
        .selectFrom('notice')
        .selectAll()
        .where('user_id', '=', 'user_alex')
        .execute()
      if (!notice) throw new Error('no notice')
      for (let older = 1; older <= 60; older++)
        await trx
          .insertInto('notice')
          .values({
            ...notice,
            id: crypto.randomUUID(),
            run_id: crypto.randomUUID(),
            at: new Date(noon - older * 60_000),
            title: `older ${older}`,
            opens: JSON.stringify(notice.opens),
          })
          .execute()
    })
    const shown = await titles(alex)
    expect(shown.length).toBe(50)
    expect(shown.slice(0, 3)).toEqual(['1 new hiring surge', '1 new hiring surge', 'older 1'])
    expect(shown.at(-1)).toBe('older 48')
    expect(await unread(alex)).toBe(62)
    expect(await unread(sam)).toBe(2)
  })

  it('are marked as read by id, once, by their owner', async () => {
    await ring(3)
    const [newest, middle] = await ids(alex)
    const read = await alex.write('POST', '/notices/read', { ids: [newest, middle] })
    expect(read).toMatchObject({ status: 200, body: { unread: 1 } })
    const first = (await alex.read('/notices')).body.notices
    clock.at += dayMs
    await alex.write('POST', '/notices/read', { ids: [newest] })
    expect((await alex.read('/notices')).body.notices).toEqual(first)
    expect(first.map(({ readAt }: { readAt: string | null }) => readAt !== null)).toEqual([
      true,
      true,
      false,
    ])
    const others = await sam.write('POST', '/notices/read', { ids: await ids(alex) })
    expect(others.body).toEqual({ unread: 3 })
    expect(await unread(alex)).toBe(1)
  })

  it('are marked as read up to a moment, and later ones stay unread', async () => {
    await ring(2)
    const upTo = new Date(clock.at).toISOString()
    await ring(1)
    expect((await alex.write('POST', '/notices/read', { upTo })).body).toEqual({ unread: 1 })
    expect(
      (await alex.read('/notices')).body.notices.map(
        ({ readAt }: { readAt: string | null }) => readAt === null,
      ),
    ).toEqual([true, false, false])
  })

  it.each([
    ['nothing', {}],
    ['no ids', { ids: [] }],
    ['too many ids', { ids: Array.from({ length: 51 }, () => crypto.randomUUID()) }],
    ['no moment', { upTo: 'yesterday' }],
  ])('are not marked by %s', async (_, body) => {
    expect((await alex.write('POST', '/notices/read', body)).status).toBe(422)
  })

  it('are stored for 90 days, with their runs', async () => {
    await ring(1)
    clock.at += 89 * dayMs
    expect((await titles(alex)).length).toBe(1)
    clock.at += 2 * dayMs
    expect((await alex.read('/notices')).body).toEqual({ unread: 0, notices: [] })
    await add(test, [draft('much later', { id: crypto.randomUUID(), name: 'A' })], clock.at)
    await test.work()
    const remaining = await test.db.asOrg(harbour.id, async (trx) => ({
      notices: (await trx.selectFrom('notice').select('id').execute()).length,
      runs: (await trx.selectFrom('agent_run').select('id').execute()).length,
    }))
    expect(remaining).toEqual({ notices: 2, runs: 2 })
  })

  it('are separate for organisations with the same ids', async () => {
    await ring(1)
    const far = memberOf(test, { orgId: southern.id, userId: 'user_alex' })
    expect((await far.read('/notices')).body).toEqual({ unread: 0, notices: [] })
    await far.write('POST', '/notices/read', { ids: await ids(alex) })
    expect(await unread(alex)).toBe(1)
  })
})
