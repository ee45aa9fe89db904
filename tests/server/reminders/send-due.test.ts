import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ReminderMessage } from '../../../contract/signals/push.ts'
import { sendDueReminders } from '../../../server/reminders/send-due.ts'
import { harbour, startTestApp, type TestApp } from '../../kit/app.ts'
import { register, subscription } from '../../kit/push.ts'
import { colleagues, someRecords, type Member } from '../../kit/saved-work.ts'

let test: TestApp
let team: ReturnType<typeof colleagues>
let company = ''
let name = ''
beforeAll(async () => {
  test = await startTestApp({ companies: 3 })
  team = colleagues(test)
  company = (await someRecords(test, 'company', 1))[0] ?? ''
  name = (await team.sam.read(`/records/company/${company}`)).body.name
  for (const device of ['phone', 'tablet']) await register(test, subscription(device), team.sam.as)
  await register(test, subscription('kim'), team.kim.as)
})
afterAll(() => test.close())
beforeEach(async () => {
  await test.db.owner.deleteFrom('push_outbox').execute()
  await test.db.owner.deleteFrom('follow_up').execute()
  await test.db.owner.deleteFrom('push_setting').execute()
  await test.db.owner.deleteFrom('platform_flag').execute()
})

const add = async (body: object = {}, member: Member = team.sam): Promise<string> => {
  const followUp = { category: 'company', recordId: company, dueDay: '2026-03-05', ...body }
  const { id } = (await member.write('POST', '/follow-ups', followUp)).body
  await longSettled()
  return id
}
const patch = async (id: string, changes: object, baseVersion = 1): Promise<void> => {
  const change = { baseVersion, changes }
  expect((await team.sam.write('PATCH', `/follow-ups/${id}`, change)).status).toBe(200)
  await longSettled()
}
/** The database's clock is later than the days of these tests. */
const longSettled = () =>
  test.db.owner
    .updateTable('follow_up')
    .set({ updated_at: new Date('2026-03-01') })
    .execute()

/** In Sydney, UTC+11. */
const lookAt = (time: string, day = '2026-03-05'): Promise<void> =>
  sendDueReminders({ db: test.db, now: () => Date.parse(`${day}T${time}:00+11:00`) })
const sent = async () =>
  (await test.db.owner.selectFrom('push_outbox').select('message').orderBy('run_id').execute()).map(
    ({ message }) => ReminderMessage.parse(message),
  )
const counts = async () => (await sent()).map(({ count }) => count)

describe('reminders of follow-ups', () => {
  it('of one morning are one message to each device of their owner, without names', async () => {
    const due = [await add({ text: 'Call back' }), await add()].toSorted()
    await add({ dueDay: '2026-03-06' })
    await add({}, team.alex)
    await lookAt('07:29')
    expect(await sent()).toEqual([])
    await lookAt('07:30')
    const messages = await sent()
    expect(messages).toMatchObject([{ count: 2 }, { count: 2 }])
    expect(messages.map(({ followUps }) => followUps?.toSorted())).toEqual([due, due])
    expect(new Set(messages.map(({ forDevice }) => forDevice)).size).toBe(2)
    expect(JSON.stringify(messages)).not.toMatch(/name|text/)
  })

  it('name the record of a single one if its owner shows names on the lock screen', async () => {
    await team.sam.write('PUT', '/push/settings', { showNames: true })
    await add({ text: 'Call back', dueTime: '14:00' })
    await add({ dueTime: '15:00' })
    await lookAt('14:00')
    expect((await sent())[0]).toMatchObject({ count: 1, names: [name], text: 'Call back' })
    await lookAt('15:00')
    expect((await sent()).at(-1)).toMatchObject({ count: 1, names: [name] })
  })

  it('are sent once, however often and by however many processes they are looked for', async () => {
    await add()
    await Promise.all([lookAt('07:30'), lookAt('07:30'), lookAt('07:30')])
    await lookAt('07:31')
    await lookAt('10:00')
    expect(await counts()).toEqual([1, 1])
  })

  it('are sent at the next look if the first failed before its end, with all messages', async () => {
    await add()
    const broken = {
      ...test.db,
      asOrg: ((orgId, work) =>
        test.db.asOrg(orgId, async (trx) => {
          await work(trx)
          throw new Error('killed')
        })) satisfies typeof test.db.asOrg,
    }
    await sendDueReminders({ db: broken, now: () => Date.parse('2026-03-05T07:30:00+11:00') })
    expect(await sent()).toEqual([])
    await lookAt('07:31')
    expect(await counts()).toEqual([1, 1])
  })

  it('come again on the new day of one that was moved, and never twice for the same', async () => {
    const id = await add()
    await lookAt('07:30')
    await patch(id, { dueDay: '2026-03-06' })
    await lookAt('08:00')
    expect(await counts()).toEqual([1, 1])
    await lookAt('07:30', '2026-03-06')
    await lookAt('07:31', '2026-03-06')
    expect(await counts()).toEqual([1, 1, 1, 1])
  })

  it('leave out what was done, dropped, ended or deleted before', async () => {
    const owner = test.db.owner.updateTable('follow_up')
    await patch(await add(), { state: 'done' })
    await patch(await add(), { state: 'dropped' })
    await owner
      .set({ state: 'ended' })
      .where('id', '=', await add())
      .execute()
    await owner
      .set({ deleted_at: new Date() })
      .where('id', '=', await add())
      .execute()
    await lookAt('07:30')
    expect(await sent()).toEqual([])
  })

  it('come late, once, after an outage of less than a day, and never later', async () => {
    await add({ dueDay: '2026-03-04' })
    await add({ dueDay: '2026-03-04', dueTime: '11:00' })
    await lookAt('09:00')
    await lookAt('09:01')
    expect(await counts()).toEqual([1, 1])
  })

  it('go to the devices of the heir of a follow-up', async () => {
    const id = await add()
    await test.db.owner
      .updateTable('follow_up')
      .set({ owner_id: 'user_kim' })
      .where('id', '=', id)
      .execute()
    await lookAt('07:30')
    expect(await counts()).toEqual([1])
  })

  it('stop with the flag, for the platform or the organisation, and are not sent afterwards', async () => {
    await test.db.owner
      .insertInto('platform_flag')
      .values({ name: 'today', enabled: false })
      .execute()
    await add()
    await lookAt('07:30')
    await test.db.owner.deleteFrom('platform_flag').execute()
    await lookAt('07:31')
    expect(await sent()).toEqual([])
    const set = (features: object) =>
      test.db.owner
        .updateTable('customer')
        .set({ features: JSON.stringify(features) })
        .where('org_id', '=', harbour.id)
        .execute()
    await set({ today: { enabled: false } })
    await add()
    await lookAt('07:32')
    await set({})
    expect(await sent()).toEqual([])
  })
})
