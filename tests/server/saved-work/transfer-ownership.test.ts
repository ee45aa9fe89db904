import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transferSavedWork } from '../../../server/saved-work/transfer-ownership.ts'
import { harbour, startTestApp, type TestApp } from '../../kit/app.ts'
import { createDevice } from '../../kit/feed-device.ts'
import { colleagues, someRecords } from '../../kit/saved-work.ts'

describe('saved work of a removed member', () => {
  let test: TestApp
  let team: ReturnType<typeof colleagues>
  beforeAll(async () => {
    test = await startTestApp({ companies: 20, people: 20 })
    team = colleagues(test)
    await test.db.asOrg(harbour.id, (trx) =>
      trx
        .insertInto('member')
        .values(
          (['user_alex', 'user_sam', 'user_kim'] as const).map((userId) => ({
            org_id: harbour.id,
            user_id: userId,
            role: userId === 'user_alex' ? 'admin' : 'standard',
            role_at: new Date(),
          })),
        )
        .onConflict((conflict) =>
          conflict.columns(['org_id', 'user_id']).doUpdateSet(({ ref }) => ({
            role: ref('excluded.role'),
          })),
        )
        .execute(),
    )
  })
  afterAll(() => test.close())

  it('is transferred to an admin with its records and visibility, under unique names', async () => {
    const save = (name: string, member = team.sam, shared = false) =>
      member.write('POST', '/search/save', { name, category: 'company', shared })
    const recordIds = await someRecords(test, 'company', 6)
    const search = await save('Perth')
    await save('perth', team.alex)
    await save('Perth (2)')
    const shared = await save('Shared', team.sam, true)
    const list = await team.sam.write('POST', '/lists', {
      name: 'Accounts',
      category: 'company',
      recordIds,
    })
    await team.sam.write('POST', '/search/recent/new', { category: 'company' })
    const [alexs, kims] = [createDevice(team.alex), createDevice(team.kim)]
    await alexs.pull()
    await kims.pull()

    for (let twice = 0; twice < 2; twice++)
      await test.db.asOrg(harbour.id, (trx) => transferSavedWork(harbour.id, 'user_sam', trx))

    await alexs.pull()
    await kims.pull()
    expect(alexs.searches.get(search.body.id)).toMatchObject({
      isOwner: true,
      shared: false,
      name: 'Perth (3)',
    })
    expect(alexs.members.get(list.body.id)).toEqual(new Set(recordIds))
    expect(kims.searches.get(shared.body.id)).toMatchObject({ ownerId: 'user_alex' })
    expect(kims.searches.has(search.body.id)).toBe(false)
    const names = (await team.alex.read('/search/saved')).body.map(
      (saved: { name: string }) => saved.name,
    )
    expect(names.toSorted()).toEqual(['Perth (2)', 'Perth (3)', 'Shared', 'perth'])
    expect((await team.sam.read('/search/recent')).body).toEqual([])
    expect((await team.sam.read(`/lists/${list.body.id}`)).status).toBe(404)
  })

  it('stays if no admin is left', async () => {
    const { body } = await team.alex.write('POST', '/search/save', {
      name: 'Last',
      category: 'company',
    })
    await test.db.asOrg(harbour.id, (trx) => transferSavedWork(harbour.id, 'user_alex', trx))
    expect((await team.alex.read(`/search/saved/${body.id}`)).body.ownerId).toBe('user_alex')
  })
})
