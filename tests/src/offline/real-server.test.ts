// @vitest-environment node
// Dexie's live queries look up the global IndexedDB when Dexie loads: this import comes first.
import 'fake-indexeddb/auto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chance } from '../../kit/chance.ts'
import { emptyCriteria } from '../../../contract/search/criteria.ts'
import {
  addNote,
  addVisit,
  changeActivity,
  deleteActivity,
  reportWrong,
  sendFeedback,
} from '../../../src/offline/activities.ts'
import { addStops, orderStops, readDayPlan, stopIds } from '../../../src/offline/day-plans.ts'
import { addFollowUp, changeFollowUp, followUpsOf } from '../../../src/offline/follow-ups.ts'
import { idsOf } from '../../../src/offline/effects.ts'
import { restoreAsNew, takeTheirs } from '../../../src/offline/conflicts.ts'
import {
  addToList,
  changeList,
  createList,
  deleteList,
  removeFromList,
} from '../../../src/offline/lists.ts'
import {
  activitiesOf,
  lastSyncedAt,
  lists,
  membersOf,
  recentSearches,
  savedSearches,
  unsettled,
} from '../../../src/offline/live.ts'
import type { Local } from '../../../src/offline/outbox.ts'
import type { Send } from '../../../src/offline/calls.ts'
import { createPinSearch } from '../../kit/offline/pin-search.ts'
import { fetchPin } from '../../../src/offline/pins.ts'
import { itemTables } from '../../../src/offline/entities/entities.ts'
import {
  changeSearch,
  convertRecent,
  deleteRecent,
  saveRecent,
  renameSearch,
  saveSearch,
  updateRecent,
  updateSearch,
  type NewSearch,
} from '../../../src/offline/searches.ts'
import { deleteSearch } from '../../kit/offline/delete-search.ts'
import type { Sync } from '../../../src/offline/sync.ts'
import { poke, someDevice, someSync } from '../../kit/device/device.ts'
import { startRealServer, type RealServer } from '../../kit/device/real-server.ts'

let server: RealServer
let companies: string[]
beforeAll(async () => {
  server = await startRealServer()
  const found = await server.app.ask('POST', '/records', { category: 'company', size: 20 })
  companies = found.body.records.map(({ id }: { id: string }) => id)
})
afterAll(() => server.close())

type Member = { local: Local; sync: Sync }
const member = (userId: string, through: (send: Send) => Send = (send) => send): Member => {
  const local = someDevice(undefined, userId)
  return { local, sync: someSync(local, through(server.sendAs({ userId, role: 'admin' }))) }
}
const close = async ({ local, sync }: Member): Promise<void> => {
  await sync.stop()
  local.device.close()
}
const first = <T>(all: readonly T[]): T => {
  const [item] = all
  if (item === undefined) throw new Error('Nothing there')
  return item
}
const rowsOf = async ({ local }: Member) => {
  const rows: Record<string, unknown> = {}
  for (const table of itemTables)
    for (const { id, value } of await local.device.tables[table].toArray())
      rows[`${table}/${id}`] =
        table === 'members' ? idsOf(value).toSorted() : { ...value, count: null, newSince: null }
  return rows
}
const truthFor = async (userId: string) => {
  const fresh = member(userId)
  await poke(fresh.sync)
  const rows = await rowsOf(fresh)
  await close(fresh)
  return rows
}
const named = (name: string): NewSearch => ({
  name,
  category: 'company',
  criteria: { ...emptyCriteria, filters: { country: ['AU'] } },
})
const about = () => ({ category: 'company', recordId: first(companies) }) as const

describe('offline edits, against the real server', () => {
  it('arrive for every kind, and an empty device reads the same', async () => {
    const rep = member('user_alex')
    const { local } = rep
    const id = await saveSearch(local, named('Perth builders'))
    await renameSearch(local, first(await savedSearches(local.device)).value, 'Perth and Fremantle')
    await poke(rep.sync)
    const saved = first(await savedSearches(local.device))
    expect(saved).toMatchObject({ id, state: 'sent', value: { name: 'Perth and Fremantle' } })
    await updateSearch(local, saved.value, { ...emptyCriteria, filters: { hq_country: ['AU'] } })
    await changeSearch(local, saved.value, { shared: true })
    const shortLived = await saveSearch(local, named('Not for long'))
    await poke(rep.sync)
    await deleteSearch(local, shortLived)

    const rid = await saveRecent(local, 'company', named('x').criteria)
    await poke(rep.sync)
    await updateRecent(local, first(await recentSearches(local.device)).value, emptyCriteria)
    await deleteRecent(local, await saveRecent(local, 'people', emptyCriteria))
    await poke(rep.sync)
    expect((await recentSearches(local.device)).map((recent) => recent.id)).toEqual([rid])
    await convertRecent(local, first(await recentSearches(local.device)).value, 'Was recent')

    const list = await createList(local, {
      name: 'Visit next week',
      category: 'company',
      recordIds: companies.slice(0, 3),
    })
    await addToList(local, list, companies.slice(2, 6))
    await removeFromList(local, list, companies.slice(0, 1))
    await deleteList(local, await createList(local, { name: 'No', category: 'company' }))
    await poke(rep.sync)
    await changeList(local, first(await lists(local.device)).value, { shared: true })

    await addNote(local, about(), 'Gate code at the desk')
    const visit = await addVisit(local, about(), { outcome: 'call back' })
    await deleteActivity(
      local,
      await reportWrong(local, about(), { field: 'phones', text: 'Dead number' }),
    )
    await poke(rep.sync)
    const visited = (await activitiesOf(local.device, first(companies))).find(
      (activity) => activity.id === visit,
    )
    if (visited) await changeActivity(local, visited.value, { outcome: 'interested' })
    await sendFeedback(local, { kind: 'praise', message: 'Works in a lift', page: '/dashboard' })
    await poke(rep.sync)

    expect(await unsettled(local.device)).toEqual({ unsent: [], needAttention: [], conflicts: [] })
    expect((await savedSearches(local.device)).map(({ value }) => value.name).toSorted()).toEqual([
      'Perth and Fremantle',
      'Was recent',
    ])
    expect((await membersOf(local.device, list)).toSorted()).toEqual(
      companies.slice(1, 6).toSorted(),
    )
    expect(await membersOf(local.device, list)).toContain(companies[4])
    expect(await lastSyncedAt(local.device)).not.toBeNull()
    expect(await rowsOf(rep)).toEqual(await truthFor('user_alex'))
    await close(rep)
  })

  it('of two members merge: other fields stay, and the lost value becomes a conflict', async () => {
    const [alex, sam] = [member('user_alex'), member('user_sam')]
    const id = await saveSearch(alex.local, { ...named('Shared one'), shared: true })
    await poke(alex.sync)
    await poke(sam.sync)
    const seen = async ({ local }: Member) => {
      const search = (await savedSearches(local.device)).find((each) => each.id === id)
      if (!search) throw new Error('Not shared')
      return search.value
    }
    const [hers, his] = [await seen(alex), await seen(sam)]
    await alex.sync.stop()
    await changeSearch(alex.local, hers, { name: 'Alexs', search: 'roof' })
    await renameSearch(sam.local, his, 'Sams')
    await poke(sam.sync)
    const again = {
      local: alex.local,
      sync: someSync(alex.local, server.sendAs({ userId: 'user_alex', role: 'admin' })),
    }
    await poke(again.sync)
    await poke(sam.sync)
    expect(await seen(again)).toMatchObject({ name: 'Alexs', search: 'roof' })
    expect(await seen(sam)).toMatchObject({ name: 'Alexs', search: 'roof' })
    expect((await unsettled(alex.local.device)).conflicts).toMatchObject([
      { kind: 'field', field: 'name', yours: 'Alexs', theirs: 'Sams', by: 'user_sam' },
    ])
    await close(again)
    await close(sam)
  })

  it('of a deleted list are restored as new with all records', async () => {
    const [alex, sam] = [member('user_alex'), member('user_sam')]
    const id = await createList(alex.local, {
      name: 'Field day',
      category: 'company',
      shared: true,
      recordIds: companies.slice(0, 4),
    })
    await poke(alex.sync)
    await poke(sam.sync)
    const shown = (await lists(sam.local.device)).find((list) => list.id === id)
    await deleteList(alex.local, id)
    await poke(alex.sync)
    if (shown) await changeList(sam.local, shown.value, { name: 'Field day north' })
    await addToList(sam.local, id, companies.slice(4, 5))
    await poke(sam.sync)
    const conflict = first((await unsettled(sam.local.device)).conflicts)
    expect(conflict).toMatchObject({ kind: 'gone', mine: { name: 'Field day north' } })
    const { id: restored } = await restoreAsNew(sam.local, conflict)
    await poke(sam.sync)
    expect(await unsettled(sam.local.device)).toEqual({
      unsent: [],
      needAttention: [],
      conflicts: [],
    })
    expect((await membersOf(sam.local.device, restored)).toSorted()).toEqual(
      companies.slice(0, 5).toSorted(),
    )
    expect(await rowsOf(sam)).toEqual(await truthFor('user_sam'))
    await close(alex)
    await close(sam)
  })

  it('arrive exactly once while a third of the requests is cut, half of them after they were applied', async () => {
    const seed = Number(process.env.FLAPS_SEED ?? Math.floor(Math.random() * 1_000_000))
    const luck = chance(seed)
    let calm = false
    let cut = 0
    const rep = member('user_flaps', (send) => async (call, input, options) => {
      const fate = calm ? 1 : luck.next()
      if (fate < 0.17) return { kind: 'unreachable' }
      const outcome = await send(call, input, options)
      if (fate < 0.34 && call !== 'changes') cut += 1
      return fate < 0.34 ? { kind: 'unreachable' } : outcome
    })
    const { local } = rep
    const list = await createList(local, { name: `Flaps ${seed}`, category: 'company' })
    const wanted = new Set<string>()
    for (let round = 0; round < 25; round += 1) {
      await addNote(local, about(), `Note ${round} of ${seed}`)
      const company = luck.of(companies)
      if (luck.is(0.6)) wanted.add(company)
      else wanted.delete(company)
      await (wanted.has(company) ? addToList : removeFromList)(local, list, [company])
      if (luck.is(0.5)) await poke(rep.sync)
    }
    calm = true
    await expect
      .poll(async () => (await poke(rep.sync), (await unsettled(local.device)).unsent.length), {
        timeout: 10_000,
      })
      .toBe(0)
    await poke(rep.sync)
    expect({ seed, cut: cut > 0 }).toEqual({ seed, cut: true })
    const rows = await rowsOf(rep)
    expect({ seed, rows }).toEqual({ seed, rows: await truthFor('user_flaps') })
    const notes = (await activitiesOf(local.device, first(companies)))
      .map(({ value }) => value.text)
      .filter((text) => text.endsWith(` of ${seed}`))
    expect(notes.toSorted()).toEqual(
      Array.from({ length: 25 }, (_, round) => `Note ${round} of ${seed}`).toSorted(),
    )
    expect(rows[`members/${list}`]).toEqual([...wanted].toSorted())
    await close(rep)
  })

  it('of a follow-up arrive once although its answer is lost, and done on one device is done on the other', async () => {
    let isLost = true
    const phone = member('user_due', (send) => async (call, input, options) => {
      const outcome = await send(call, input, options)
      if (call !== 'addFollowUp' || !isLost) return outcome
      isLost = false
      return { kind: 'unreachable' }
    })
    const tablet = member('user_due')
    const thursday = { text: 'Bring the quote', dueDay: '2026-03-05', dueTime: null, origin: null }
    const record = { ...about(), name: 'As the phone knows it' }
    await addFollowUp(phone.local, record, thursday)
    const onDevice = async ({ local }: Member) =>
      (await followUpsOf(local.device, record.recordId)).map(({ value, state }) => ({
        ...value,
        sync: state,
      }))
    const { id } = first(await onDevice(phone))
    expect(await onDevice(phone)).toMatchObject([{ id, recordName: record.name }])
    await poke(phone.sync)
    await expect
      .poll(async () => (await poke(phone.sync), (await onDevice(phone))[0]?.sync), {
        timeout: 10_000,
      })
      .toBe('sent')
    await poke(tablet.sync)
    const [synced] = await followUpsOf(tablet.local.device, record.recordId)
    expect(synced?.value).toMatchObject({ id, text: 'Bring the quote', state: 'open', version: 1 })
    if (synced) await changeFollowUp(tablet.local, synced.value, { state: 'done' })
    const [onPhone] = await followUpsOf(phone.local.device, record.recordId)
    if (onPhone) await changeFollowUp(phone.local, onPhone.value, { dueDay: '2026-03-06' })
    for (const { sync } of [tablet, phone, tablet]) await poke(sync)
    const ended = { id, state: 'done', dueDay: '2026-03-06', version: 3, sync: 'sent' }
    expect(await onDevice(phone)).toMatchObject([ended])
    expect(await onDevice(tablet)).toMatchObject([ended])
    await close(phone)
    await close(tablet)
  })

  it('of a follow-up that is done before it was ever sent are done on the server', async () => {
    const phone = member('user_done', (send) => async (call, input, options) => {
      if (isOffline) return { kind: 'unreachable', stayed: true }
      return send(call, input, options)
    })
    let isOffline = true
    const record = { ...about(), name: 'As the phone knows it' }
    const monday = { text: 'Call back', dueDay: '2026-03-09', dueTime: null, origin: null }
    await addFollowUp(phone.local, record, monday)
    await poke(phone.sync)
    const planned = async () => first(await followUpsOf(phone.local.device, record.recordId))
    await changeFollowUp(phone.local, (await planned()).value, { state: 'done' })
    isOffline = false
    await poke(phone.sync)
    expect(await planned()).toMatchObject({ state: 'sent', value: { state: 'done', version: 1 } })
    await close(phone)
  })

  it('of a day planned on two devices are one plan, and two orders a conflict with both', async () => {
    const userId = 'user_tuesday'
    const [phone, tablet] = [someDevice(undefined, userId), someDevice(undefined, userId)]
    const meet = async (...all: readonly Local[]): Promise<void> => {
      for (const local of all) {
        const sync = someSync(local, server.sendAs({ userId, role: 'admin' }))
        await poke(sync)
        await sync.stop()
      }
    }
    const day = '2026-03-05'
    const [a, b, c] = companies.map((recordId) => ({
      category: 'company' as const,
      recordId,
      name: `Company ${recordId}`,
    }))
    if (!a || !b || !c) throw new Error('Too few companies')
    const onDevice = async ({ device }: Local) => {
      const plan = await readDayPlan(device, day)
      return { ids: plan && stopIds(plan.value), state: plan?.state }
    }
    expect(await addStops(phone, day, [a, b])).toBe(true)
    expect(await onDevice(phone)).toEqual({
      ids: [a.recordId, b.recordId],
      state: 'on this device',
    })
    await addStops(tablet, day, [b, c])
    await meet(phone, tablet, phone)
    const all = { ids: [a, b, c].map(({ recordId }) => recordId), state: 'sent' }
    expect(await onDevice(phone)).toEqual(all)
    expect(await onDevice(tablet)).toEqual(all)
    expect((await unsettled(tablet.device)).conflicts).toEqual([])

    const [onPhone, onTablet] = [[...all.ids.slice(1), a.recordId], all.ids.toReversed()]
    await orderStops(phone, day, onPhone)
    await orderStops(tablet, day, onTablet)
    await meet(phone, tablet, phone)
    expect(await onDevice(phone)).toEqual({ ids: onTablet, state: 'sent' })
    const { conflicts } = await unsettled(tablet.device)
    expect(conflicts).toMatchObject([{ field: 'order', yours: onTablet, theirs: onPhone }])
    await takeTheirs(tablet, first(conflicts))
    await meet(tablet, phone)
    expect(await onDevice(phone)).toEqual({ ids: onPhone, state: 'sent' })
    for (const { device } of [phone, tablet]) device.close()
  })

  it('include an offline copy that answers like the online search', async () => {
    const rep = member('user_alex')
    const id = await saveSearch(rep.local, {
      name: 'Everything',
      category: 'company',
      criteria: emptyCriteria,
    })
    await poke(rep.sync)
    const send = server.sendAs({ userId: 'user_alex' })
    const source = { source: 'search', sourceId: id, category: 'company' } as const
    expect(await fetchPin(rep.local, source, send, new AbortController().signal)).toBe('ready')
    const criteria = { ...emptyCriteria, filters: { country: ['AU'] } }
    const question = {
      category: 'company',
      criteria,
      sorting: [{ field: 'name', order: 'asc' as const }],
      from: 0,
      size: 25,
    } as const
    const online = await server.app.ask('POST', '/records', {
      ...criteria,
      category: 'company',
      sorting: question.sorting,
      size: 25,
    })
    const offline = await createPinSearch(rep.local.device)(`search:${id}`, {
      ...question,
      sorting: [...question.sorting],
    })
    expect(offline.total).toBe(online.body.total)
    expect(offline.records.map((record) => record.id)).toEqual(
      online.body.records.map((record: { id: string }) => record.id),
    )
    expect(await fetchPin(rep.local, source, send, new AbortController().signal)).toBe('ready')
    await close(rep)
  })
})
