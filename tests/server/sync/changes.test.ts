import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Change } from '../../../contract/sync.ts'
import { feedOf } from '../../../server/sync/feed.ts'
import { nextTick } from '../../../server/saved-work/clock.ts'
import { harbour, southern, startTestApp, type TestApp } from '../../kit/app.ts'
import { createDevice, type Device } from '../../kit/feed-device.ts'
import { colleagues, memberOf, someRecords } from '../../kit/saved-work.ts'
import { dayMs } from '../../../contract/core/days.ts'

const at = '2026-03-02T23:30:00Z'
let number = 0
const fresh = (what = 'Name'): string => `${what} ${(number += 1)}`

describe('the change feed', () => {
  let test: TestApp
  let team: ReturnType<typeof colleagues>
  let companies: string[]
  let sams: Device
  let kims: Device
  beforeAll(async () => {
    test = await startTestApp({ companies: 60, people: 30 })
    team = colleagues(test)
    companies = await someRecords(test, 'company', 40)
  })
  beforeEach(async () => {
    sams = createDevice(team.sam)
    kims = createDevice(team.kim)
    await sams.pull()
    await kims.pull()
  })
  afterAll(() => test.close())

  const save = async (body: object = {}, member = team.sam) =>
    (await member.write('POST', '/search/save', { category: 'company', name: fresh(), ...body }))
      .body
  const make = async (body: object = {}, member = team.sam) =>
    (await member.write('POST', '/lists', { category: 'company', name: fresh(), ...body })).body
  const shareList = (id: string, shared: boolean, baseVersion: number) =>
    team.sam.write('PATCH', `/lists/${id}`, { baseVersion, changes: { shared } })
  const kinds = (changes: readonly Change[]): string[] => changes.map(({ kind }) => kind)

  it('sends everything a member created, once, in the order of creation', async () => {
    const search = await save()
    const recent = await team.sam.write('POST', '/search/recent/new', { category: 'company' })
    const list = await make({ recordIds: companies.slice(0, 3) })
    const on = { category: 'company', recordId: companies[0], text: 'x', at }
    const note = await team.sam.write('POST', '/activities/note', on)
    const changes = await sams.pull()
    expect(changes).toMatchObject([
      { kind: 'search', id: search.id, value: { name: search.name, count: null } },
      { kind: 'recent', id: recent.body.rid },
      { kind: 'list', id: list.id, value: { name: list.name, count: 3 } },
      { kind: 'members', id: list.id, removed: [] },
      { kind: 'activity', id: note.body.id, value: note.body },
    ])
    expect(changes[3]).toMatchObject({ added: companies.slice(0, 3).toSorted() })
    expect(await sams.pull()).toEqual([])
    expect(kinds(await kims.pull())).toEqual(['activity'])
  })

  it('sends the members of a list as added and removed', async () => {
    const list = await make({ recordIds: companies.slice(0, 3) })
    await sams.pull()
    await team.sam.write('POST', `/lists/${list.id}/members`, {
      add: companies.slice(3, 5),
      remove: companies.slice(0, 1),
    })
    expect(await sams.pull()).toMatchObject([
      { kind: 'list', value: { count: 4 } },
      { kind: 'members', added: companies.slice(3, 5).toSorted(), removed: [companies[0]] },
    ])
  })

  it('sends a shared item whole, and an unshared item as deleted', async () => {
    const list = await make({ recordIds: companies.slice(0, 4) })
    const search = await save()
    expect(await kims.pull()).toEqual([])
    await shareList(list.id, true, 1)
    await team.sam.write('POST', `/search/saved/${search.id}/share`, { shared: true })
    await kims.pull()
    expect(kims.lists.get(list.id)).toMatchObject({ isOwner: false, count: 4 })
    expect(kims.members.get(list.id)).toEqual(new Set(companies.slice(0, 4)))
    expect(kims.searches.has(search.id)).toBe(true)
    await shareList(list.id, false, 2)
    await team.sam.write('POST', `/search/saved/${search.id}/share`, { shared: false })
    await team.sam.write('POST', `/lists/${list.id}/members`, { remove: companies.slice(0, 1) })
    expect(await kims.pull()).toEqual([
      { kind: 'search', id: search.id, value: null },
      { kind: 'list', id: list.id, value: null },
    ])
    expect(await kims.pull()).toEqual([])
    await shareList(list.id, true, 3)
    await kims.pull()
    expect(kims.members.get(list.id)).toEqual(new Set(companies.slice(1, 4)))
  })

  it('sends a deletion to a device that had the item, and not to a later device', async () => {
    const list = await make({ recordIds: companies.slice(0, 4), shared: true })
    const deleted = await save({ shared: true })
    await kims.pull()
    await team.sam.write('DELETE', `/lists/${list.id}`)
    await team.sam.write('DELETE', `/search/saved/${deleted.id}`)
    expect(await kims.pull()).toEqual([
      { kind: 'list', id: list.id, value: null },
      { kind: 'search', id: deleted.id, value: null },
    ])
    const later = createDevice(team.kim)
    const changes = await later.pull()
    expect(JSON.stringify(changes)).not.toContain(list.id)
    expect(JSON.stringify(changes)).not.toContain(deleted.id)
    expect(later.state()).toEqual(kims.state())
  })

  it('ends in the same state with pages of any size', async () => {
    await make({ recordIds: companies.slice(0, 30), shared: true })
    await save({ shared: true })
    const whole = createDevice(team.kim)
    await whole.pull()
    for (const limit of [1, 2, 7]) {
      const paged = createDevice(team.kim)
      await paged.pull(limit)
      expect(paged.state()).toEqual(whole.state())
      expect(paged.pages).toBeGreaterThan(4)
    }
  })

  it('misses nothing on a first read while other members write', async () => {
    const device = createDevice(team.kim)
    const list = await make({ recordIds: companies.slice(0, 20), shared: true })
    for (let n = 0; (await device.pullPage(3)) && n < 500; n++) {
      if (n === 2)
        await team.sam.write('POST', `/lists/${list.id}/members`, {
          add: companies.slice(20, 30),
          remove: companies.slice(0, 10),
        })
      if (n === 4) await save({ shared: true })
    }
    const other = createDevice(team.kim)
    await other.pull()
    expect(device.state()).toEqual(other.state())
    expect(device.members.get(list.id)).toEqual(new Set(companies.slice(10, 30)))
  })

  it('starts from the beginning for a cursor that is invalid, another user’s or from the future', async () => {
    const own = sams.cursor ?? ''
    const isReset = async (since: string, member = team.sam): Promise<boolean> => {
      const { status, body } = await member.read(`/sync/changes?since=${encodeURIComponent(since)}`)
      expect(status).toBe(200)
      return body.reset
    }
    expect(await isReset(own)).toBe(false)
    for (const since of ['x', 'bnVsbA', own.slice(1)]) expect(await isReset(since)).toBe(true)
    expect(await isReset(own, team.kim)).toBe(true)
    expect(await isReset(own, memberOf(test, { ...team.sam.as, orgId: southern.id }))).toBe(true)
    const seq = await clock()
    await test.db.asOrg(harbour.id, (trx) => trx.updateTable('org_clock').set({ seq: 1 }).execute())
    expect(await isReset(own)).toBe(true)
    await test.db.asOrg(harbour.id, (trx) => trx.updateTable('org_clock').set({ seq }).execute())
  })

  it('starts from the beginning only for a device that missed forgotten deletions', async () => {
    const deleted = await save()
    await sams.pull()
    const away = createDevice(team.sam)
    await away.pull()
    await team.sam.write('DELETE', `/search/saved/${deleted.id}`)
    await sams.pull()
    await kims.pull()
    await test.db.asOrg(harbour.id, (trx) =>
      trx
        .updateTable('saved_item')
        .set({ deleted_at: new Date(Date.now() - 91 * dayMs) })
        .where('id', '=', deleted.id)
        .execute(),
    )
    const other = await save()
    await team.sam.write('DELETE', `/search/saved/${other.id}`)
    const left = await test.db.asOrg(harbour.id, async (trx) => [
      await trx.selectFrom('saved_item').select('id').where('id', '=', deleted.id).execute(),
      await trx
        .selectFrom('saved_version')
        .select('version')
        .where('item_id', '=', deleted.id)
        .execute(),
    ])
    expect(left).toEqual([[], []])
    await away.pull()
    expect([away.resets, sams.resets, kims.resets]).toEqual([2, 1, 1])
    await sams.pull()
    expect([away.searches.has(deleted.id), sams.resets]).toEqual([false, 1])
    expect(away.state()).toEqual(sams.state())
  })

  it('misses no change while many members write during a read', async () => {
    const reading = { on: true }
    const reader = (async () => {
      while (reading.on) await sams.pull(5)
    })()
    const writers = Array.from({ length: 6 }, async (_, n) => {
      const member = [team.sam, team.kim, team.alex][n % 3] ?? team.sam
      for (let k = 0; k < 8; k++) {
        await save({ shared: true }, member)
        await make({ shared: true, recordIds: companies.slice(k, k + 3) }, member)
      }
    })
    await Promise.all(writers)
    reading.on = false
    await reader
    await sams.pull()
    const whole = createDevice(team.sam)
    await whole.pull()
    expect(sams.state()).toEqual(whole.state())
    expect(sams.resets).toBe(1)
  })

  it('reads only the clock and removed records for a device that has everything', async () => {
    await save()
    const look = async (since: string | undefined) => {
      let statements = 0
      const counting: KyselyPlugin = {
        transformQuery: ({ node }) => {
          statements += 1
          return node
        },
        transformResult: ({ result }) => Promise.resolve(result),
      }
      const feed = await test.db.asOrg(harbour.id, (trx) =>
        feedOf(trx.withPlugin(counting), { orgId: harbour.id, userId: 'user_sam' }, since, 500),
      )
      return { ...feed, statements }
    }
    const first = await look(undefined)
    expect(first.changes.length).toBeGreaterThan(0)
    const quiet = await look(first.cursor)
    expect(quiet).toEqual({
      changes: [],
      cursor: first.cursor,
      more: false,
      reset: false,
      statements: 2,
    })
    await save()
    expect((await look(quiet.cursor)).changes).toHaveLength(1)
  })

  it('sends no later tick while an earlier one is uncommitted (PostgreSQL)', async (context) => {
    if (test.db.kind === 'pglite') context.skip('one connection: transactions follow each other')
    const search = await save()
    await sams.pull()
    const [released, holding] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()]
    const first = test.db.asOrg(harbour.id, async (trx) => {
      const seq = await nextTick(trx, harbour.id)
      await trx.updateTable('saved_item').set({ seq }).where('id', '=', search.id).execute()
      holding.resolve(seq)
      await released.promise
    })
    await holding.promise
    const second = save()
    const waited = await Promise.race([second, sams.pull()])
    // The reader gets its answer at once; the second writer still waits for the first.
    expect(waited).toEqual([])
    released.resolve()
    await first
    const { id } = await second
    expect((await sams.pull()).map((change) => change.id)).toEqual([search.id, id])
  })

  const clock = async (): Promise<string> => {
    const row = await test.db.asOrg(harbour.id, (trx) =>
      trx.selectFrom('org_clock').select('seq').executeTakeFirstOrThrow(),
    )
    return row.seq
  }
})
