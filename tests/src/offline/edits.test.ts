// @vitest-environment node
// Dexie's live queries look for a global IndexedDB when Dexie is loaded: this comes first.
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, describe, expect, it } from 'vitest'
import { emptyCriteria } from '../../../contract/search/criteria.ts'
import { problem } from '../../kit/offline/memory-server.ts'
import { addNote, sendFeedback } from '../../../src/offline/activities.ts'
import { discard, restoreAsNew, takeTheirs } from '../../../src/offline/conflicts.ts'
import {
  addToList,
  createList,
  deleteList,
  removeFromList,
  renameList,
} from '../../../src/offline/lists.ts'
import {
  activitiesOf,
  lists,
  membersOf,
  recentSearches,
  savedSearches,
  unsettled,
  watch,
} from '../../../src/offline/live.ts'
import { retry, undo, type Local } from '../../../src/offline/outbox.ts'
import type { Outcome, Send } from '../../../src/offline/outcome.ts'
import { applyPage, cursorOf } from '../../../src/offline/pulling.ts'
import {
  bringBackRecent,
  deleteRecent,
  deleteSearch,
  keepRecent,
  renameSearch,
  saveSearch,
  updateRecent,
  updateSearch,
} from '../../../src/offline/searches.ts'
import { schema } from '../../../src/offline/rows.ts'
import type { Sync } from '../../../src/offline/sync.ts'
import { poke, someDevice, someSync } from '../../kit/device/device.ts'

type Sent = { call: string; input: Record<string, unknown>; key: string | undefined }

const running: { local: Local; sync: Sync }[] = []
afterEach(async () => {
  for (const { local, sync } of running.splice(0)) {
    await sync.stop()
    local.device.close()
  }
})

/** A device whose calls are answered by `answer`; nothing new comes from the server unless told. */
const setUp = (answer: (sent: Sent) => Outcome | Promise<Outcome>) => {
  const local = someDevice()
  const sent: Sent[] = []
  const send: Send = async (call, input, { idempotencyKey }) => {
    if (call === 'changes') return done({ changes: [], cursor: 'c', more: false, reset: false })
    const one = { call, input, key: idempotencyKey }
    sent.push(one)
    return answer(one)
  }
  const sync = someSync(local, send)
  running.push({ local, sync })
  return { local, sync, sent }
}

const done = (output: unknown): Outcome => ({ kind: 'done', output })
const offline = (): Outcome => ({ kind: 'unreachable' })
const criteria = { ...emptyCriteria, filters: { company_size: ['50-99'] } }

const savedOne = async (local: Local) => {
  const [one] = await savedSearches(local.device)
  if (!one) throw new Error('No saved search')
  return one
}

describe('an edit', () => {
  it('is on the device, and says so, before anything is sent', async () => {
    const { local, sync, sent } = setUp(offline)
    await saveSearch(local, { name: ' Perth builders ', category: 'company', criteria })
    expect((await savedOne(local)).value.name).toBe('Perth builders')
    await poke(sync)
    expect(sent.length).toBeGreaterThan(0)
    expect((await savedOne(local)).state).toBe('on this device')
    expect(sync.state()).toMatchObject({ is: 'resting' })
  })

  it('is sent again under the same key and in the same words until it is answered', async () => {
    let up = false
    const { local, sync, sent } = setUp(({ input }) =>
      up ? done({ ...input, version: 1 }) : offline(),
    )
    await saveSearch(local, { name: 'Perth builders', category: 'company', criteria })
    await poke(sync)
    await poke(sync)
    up = true
    await poke(sync)
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
    expect(new Set(sent.map(({ input }) => JSON.stringify(input))).size).toBe(1)
    expect((await savedOne(local)).state).toBe('sent')
    expect((await unsettled(local.device)).unsent).toEqual([])
  })

  it('takes a later one in while it was never sent: two renames go out as one, on the version first seen', async () => {
    const local = someDevice()
    const value = { id: 's1', name: 'A', version: 4, updatedAt: '' }
    const change = { table: 'searches', item: 's1', entity: 'search:s1', value } as const
    await applyPage(local, null, { changes: [change], cursor: 'c', more: false, reset: true })
    await renameSearch(local, (await savedOne(local)).value, 'B')
    await renameSearch(local, (await savedOne(local)).value, 'C')
    const { unsent } = await unsettled(local.device)
    expect(unsent).toHaveLength(1)
    expect(unsent[0]).toMatchObject({
      base: 4,
      effect: { do: 'change', fields: { name: 'C' }, before: { name: 'A' } },
    })
    local.device.close()
  })

  it('of something made and deleted before it was sent leaves nothing to send', async () => {
    const local = someDevice()
    const id = await saveSearch(local, { name: 'A', category: 'company', criteria })
    await renameSearch(local, (await savedOne(local)).value, 'B')
    await deleteSearch(local, id)
    expect(await savedSearches(local.device)).toEqual([])
    expect(await unsettled(local.device)).toEqual({ unsent: [], needAttention: [], conflicts: [] })
    local.device.close()
  })

  it('of a recent search made while an earlier one is on its way is sent whole and is no conflict', async () => {
    const first = Promise.withResolvers<void>()
    const { local, sync, sent } = setUp(async ({ call }) => {
      if (call === 'newRecent') await first.promise
      return done({})
    })
    const rid = await keepRecent(local, 'company', criteria)
    sync.poke('asked')
    await expect.poll(() => sent.length).toBe(1)
    for (const search of ['builders', 'roofers']) {
      const [seen] = await recentSearches(local.device)
      if (seen) await updateRecent(local, seen.value, { ...criteria, search })
    }
    first.resolve()
    await sync.settled()
    expect(await unsettled(local.device)).toEqual({ unsent: [], needAttention: [], conflicts: [] })
    expect(sent.at(-1)).toMatchObject({
      call: 'updateRecent',
      input: { id: rid, category: 'company', search: 'roofers' },
    })
  })

  it('that an earlier version took for a conflict in a recent search leaves nothing to send when theirs is chosen', async () => {
    const { local, sync, sent } = setUp(() => done({}))
    const rid = await keepRecent(local, 'company', criteria)
    await poke(sync)
    const [id, of] = ['conflict', { table: 'recent', item: rid, entity: `recent:${rid}` } as const]
    const lost = { field: 'updatedAt', yours: '2', theirs: '1', by: null, at: 0, mine: null }
    const conflict = { id, ...of, kind: 'field', ...lost, schema } as const
    await local.device.write(['conflicts'], ({ conflicts }) => conflicts.put(conflict))
    await takeTheirs(local, conflict)
    await poke(sync)
    expect(await unsettled(local.device)).toEqual({ unsent: [], needAttention: [], conflicts: [] })
    expect(sent.map(({ call }) => call)).toEqual(['newRecent'])
  })

  it('that was not sent comes back with the deleted recent search it was made on', async () => {
    const local = someDevice()
    const rid = await keepRecent(local, 'company', criteria)
    const [told] = await recentSearches(local.device)
    const value = { ...told?.value }
    const change = { table: 'recent', item: rid, entity: `recent:${rid}`, value } as const
    await local.device.write(['outbox'], ({ outbox }) => outbox.clear())
    await applyPage(local, null, { changes: [change], cursor: 'c', more: false, reset: true })
    const wanted = { ...criteria, search: 'builders' }
    if (told) await updateRecent(local, told.value, wanted)
    const [shown] = await recentSearches(local.device)
    await deleteRecent(local, rid)
    expect(await recentSearches(local.device)).toEqual([])
    if (shown) await bringBackRecent(local, shown.value)
    expect((await recentSearches(local.device)).map((one) => one.value.search)).toEqual([
      'builders',
    ])
    const { unsent } = await unsettled(local.device)
    expect(unsent.map(({ effect }) => effect.do)).toEqual(['change'])
    local.device.close()
  })

  it('of one thing never overtakes an earlier one of it, and waits for nobody else', async () => {
    let hold: (outcome: Outcome) => void = () => {}
    const { local, sync, sent } = setUp(({ call, input }) =>
      call === 'createList' && input.name === 'Slow'
        ? new Promise((resolve) => (hold = resolve))
        : done({ ...input, version: 1 }),
    )
    const slow = await createList(local, { name: 'Slow', category: 'company', recordIds: ['r1'] })
    await addNote(local, { category: 'company', recordId: 'r1' }, 'Call on Monday')
    sync.poke('asked')
    await expect.poll(() => sent.map(({ call }) => call)).toEqual(['createList', 'addNote'])
    hold(done({ id: slow, name: 'Slow', version: 1 }))
    await sync.settled()
    expect(sent.map(({ call }) => call)).toEqual(['createList', 'addNote', 'changeMembers'])
  })

  it('that makes a list waits until a list deleted before it is gone, and so may take its name', async () => {
    let hold: (outcome: Outcome) => void = () => {}
    const { local, sync, sent } = setUp(({ call, input }) =>
      call === 'deleteList'
        ? new Promise((resolve) => (hold = resolve))
        : done({ ...input, version: 1 }),
    )
    const first = await createList(local, { name: 'Route', category: 'company', recordIds: [] })
    await poke(sync)
    await deleteList(local, first)
    await createList(local, { name: 'Route', category: 'company', recordIds: [] })
    await addNote(local, { category: 'company', recordId: 'r1' }, 'Call on Monday')
    sync.poke('asked')
    const calls = () => sent.map(({ call }) => call)
    await expect.poll(calls).toEqual(['createList', 'deleteList', 'addNote'])
    hold(done(null))
    await sync.settled()
    expect(calls()).toEqual(['createList', 'deleteList', 'addNote', 'createList'])
  })

  it('that the server refuses is parked with its reason and holds nobody up; edited, it goes out as a new request', async () => {
    const { local, sync, sent } = setUp(({ call, input }) =>
      call === 'saveSearch' && input.name === 'Taken'
        ? problem(409, 'name-taken')
        : done({ ...input, version: 1 }),
    )
    await saveSearch(local, { name: 'Taken', category: 'company', criteria })
    await addNote(local, { category: 'company', recordId: 'r1' }, 'Gate code needed')
    await poke(sync)
    expect((await savedOne(local)).state).toBe('needs attention')
    expect((await activitiesOf(local.device, 'r1'))[0]?.state).toBe('sent')
    const [parked] = (await unsettled(local.device)).needAttention
    expect(parked?.problem?.code).toBe('name-taken')

    await renameSearch(local, (await savedOne(local)).value, 'Free')
    await poke(sync)
    const saves = sent.filter(({ call }) => call === 'saveSearch')
    expect(saves.map(({ input }) => input.name)).toEqual(['Taken', 'Free'])
    expect(saves[0]?.key).not.toBe(saves[1]?.key)
    expect((await savedOne(local)).state).toBe('sent')
  })

  it.each([403, 404])(
    'that somebody on the way answered with %i stays as it is, goes later, and holds nobody up',
    async (status) => {
      let between = false
      const { local, sync } = setUp(({ call, input }) =>
        between && call === 'patchList'
          ? problem(status, 'unexpected')
          : done({
              ...input,
              version: 1,
              ...(call === 'patchList' && { list: { ...input, name: 'Roofers' }, overruled: [] }),
            }),
      )
      await createList(local, { name: 'Builders', category: 'company' })
      await poke(sync)
      between = true
      const [list] = await lists(local.device)
      if (list) await renameList(local, list.value, 'Roofers')
      await addNote(local, { category: 'company', recordId: 'r1' }, 'Gate code needed')
      await poke(sync)
      expect(await unsettled(local.device)).toMatchObject({
        unsent: [{ kind: 'list', failures: 1 }],
        needAttention: [],
        conflicts: [],
      })
      expect((await lists(local.device)).map(({ value }) => value.name)).toEqual(['Roofers'])
      between = false
      await poke(sync)
      expect((await unsettled(local.device)).unsent).toEqual([])
    },
  )

  it('that never gets through is not sent again and again each time the server is met over other calls', async () => {
    const { local, sent } = setUp(offline)
    let ahead = 0
    const later = { ...local, now: () => local.now() + ahead }
    const send: Send = async (call, input) => {
      sent.push({ call, input, key: undefined })
      return { kind: 'unreachable' }
    }
    const sync = someSync(later, send)
    running.push({ local, sync })
    await addNote(later, { category: 'company', recordId: 'r1' }, 'Gate code needed')
    await sync.settled()
    const met = async (times: number): Promise<number> => {
      const before = sent.length
      for (let time = 0; time < times; time += 1) {
        sync.poke('contact')
        await sync.settled()
      }
      return sent.length - before
    }
    expect(await met(20)).toBe(1)
    ahead = 10_000
    expect(await met(20)).toBe(1)
  })

  it('that was parked can be tried again, or taken back', async () => {
    let refuse = true
    const { local, sync } = setUp(({ input }) =>
      refuse ? problem(403, 'role-forbidden') : done({ ...input, version: 1 }),
    )
    await createList(local, { name: 'One', category: 'company' })
    await createList(local, { name: 'Two', category: 'company', recordIds: ['r1'] })
    await poke(sync)
    const [one, two] = (await unsettled(local.device)).needAttention
    refuse = false
    await retry(local, one?.id ?? '')
    expect(await undo(local, two?.id ?? '')).toBe(true)
    await poke(sync)
    expect((await lists(local.device)).map(({ value, state }) => [value.name, state])).toEqual([
      ['One', 'sent'],
    ])
    expect((await unsettled(local.device)).needAttention).toEqual([])
  })

  it('stays while nobody is signed in, and goes once somebody is', async () => {
    let signedIn = false
    const { local, sync } = setUp(() =>
      signedIn ? done({ id: 'f' }) : { kind: 'unauthenticated' },
    )
    await sendFeedback(local, { kind: 'idea', message: 'Darker maps', page: '/dashboard' })
    await poke(sync)
    expect(sync.state()).toEqual({ is: 'signed-out' })
    expect((await unsettled(local.device)).unsent).toHaveLength(1)
    signedIn = true
    await poke(sync)
    expect((await unsettled(local.device)).unsent).toEqual([])
  })

  it('may be changed and taken back after it was tried, as long as it never left the device', async () => {
    let stayed = true
    const { local, sync, sent } = setUp(() => ({ kind: 'unreachable', stayed }))
    const id = await createList(local, { name: 'One', category: 'company' })
    await poke(sync)
    const [list] = await lists(local.device)
    if (list) await renameList(local, list.value, 'Two')
    expect((await unsettled(local.device)).unsent).toHaveLength(1)
    await poke(sync)
    expect(sent.length).toBeGreaterThan(1)
    stayed = false
    await poke(sync)
    const [entry] = (await unsettled(local.device)).unsent
    expect(entry?.attempts).toBe(1)
    expect(entry?.request?.input).toMatchObject({ id, name: 'Two' })
    expect(await undo(local, entry?.id ?? '')).toBe(false)
  })

  it('stays when this version is too old, and nothing more is tried until the update', async () => {
    const { local, sync, sent } = setUp(() => problem(426, 'client-outdated'))
    await sendFeedback(local, { kind: 'idea', message: 'Darker maps', page: '/dashboard' })
    await poke(sync)
    await poke(sync)
    expect(sync.state()).toEqual({ is: 'outdated' })
    expect(sent).toHaveLength(1)
    expect((await unsettled(local.device)).unsent).toHaveLength(1)
  })
})

describe('members of a list', () => {
  it('are sets: added twice is there once, removed is gone', async () => {
    const { local, sync } = setUp(({ call, input }) =>
      call === 'changeMembers'
        ? done({ added: 1, removed: 0, unknown: 0, count: 1, change: '1' })
        : done({ ...input, version: 1 }),
    )
    const id = await createList(local, {
      name: 'Perth',
      category: 'company',
      recordIds: ['r1', 'r2'],
    })
    await addToList(local, id, ['r2', 'r3'])
    await removeFromList(local, id, ['r1'])
    expect(await membersOf(local.device, id)).toEqual(['r2', 'r3'])
    await poke(sync)
    expect((await lists(local.device))[0]).toMatchObject({
      state: 'sent',
      value: { name: 'Perth', count: 2 },
    })
  })
})

describe('two people on one thing', () => {
  const base = {
    id: 's1',
    kind: 'dynamic',
    name: 'Perth',
    category: 'company',
    filters: { company_size: ['50-99'] },
    operators: {},
    excluded: {},
    metadata: {},
    search: '',
    version: 3,
    shared: true,
    updatedAt: '2026-03-03T09:00:00Z',
  }
  const withServer = (
    answer: (sent: Sent) => Outcome,
    feed: { kind: string; id: string; value: unknown }[][],
  ) => {
    const local = someDevice()
    const sent: Sent[] = []
    let page = 0
    let told = 1
    const tell = (): void => {
      told += 1
    }
    const sync = someSync(local, async (call, input, { idempotencyKey }) => {
      if (call === 'changes') {
        const changes = page < told ? (feed[page] ?? []) : []
        if (page < told) page += 1
        return done({
          changes,
          cursor: String(page),
          more: false,
          reset: input.since === undefined,
        })
      }
      const one = { call, input, key: idempotencyKey }
      sent.push(one)
      return answer(one)
    })
    running.push({ local, sync })
    return { local, sync, sent, tell }
  }
  const search = (value: unknown) => ({ kind: 'search', id: 's1', value })

  it('keep what each changed: a pull never overwrites an edit that is still here', async () => {
    const { local, sync } = withServer(offline, [[search(base)]])
    await poke(sync)
    await renameSearch(local, (await savedOne(local)).value, 'Mine')
    const change = {
      table: 'searches',
      item: 's1',
      entity: 'search:s1',
      value: { ...base, name: 'Theirs', shared: false, version: 4 },
    } as const
    await applyPage(local, await cursorOf(local), {
      changes: [change],
      cursor: 'next',
      more: false,
      reset: false,
    })
    expect((await savedOne(local)).value).toMatchObject({ name: 'Mine', version: 4, shared: false })
  })

  it('see the value that lost, and can put it back', async () => {
    const { local, sync, sent } = withServer(
      ({ input }) =>
        done({
          search: { ...base, ...(input.changes as object), version: 5 },
          overruled: [
            {
              field: 'name',
              yours: 'Mine',
              theirs: 'Sams',
              by: 'user_sam',
              at: '2026-03-03T09:30:00Z',
            },
          ],
        }),
      [[search(base)]],
    )
    await poke(sync)
    await renameSearch(local, (await savedOne(local)).value, 'Mine')
    await poke(sync)
    const [conflict] = (await unsettled(local.device)).conflicts
    expect(conflict).toMatchObject({
      kind: 'field',
      field: 'name',
      yours: 'Mine',
      theirs: 'Sams',
      by: 'user_sam',
    })
    if (conflict) await takeTheirs(local, conflict)
    await poke(sync)
    expect(sent.at(-1)?.input).toMatchObject({ baseVersion: 5, changes: { name: 'Sams' } })
  })

  it('merge filters one by one, and an edit on top of an edit does not undo what came between', async () => {
    let answer: (outcome: Outcome) => void = () => {}
    const { local, sync, sent } = withServer(
      () => new Promise<Outcome>((resolve) => (answer = resolve)) as never,
      [[search(base)]],
    )
    await poke(sync)
    await updateSearch(local, (await savedOne(local)).value, {
      ...emptyCriteria,
      filters: { company_size: ['50-99'], country: ['AU'] },
    })
    sync.poke('edit')
    await expect.poll(() => sent.length).toBe(1)
    await updateSearch(local, (await savedOne(local)).value, {
      ...emptyCriteria,
      filters: { company_size: ['100-199'], country: ['AU'] },
    })
    answer(
      done({
        search: {
          ...base,
          filters: { company_size: ['50-99'], country: ['AU'], industry: ['Construction'] },
          version: 5,
        },
        overruled: [],
      }),
    )
    await expect.poll(() => sent.length).toBe(2)
    expect(sent[1]?.input).toMatchObject({
      baseVersion: 5,
      changes: {
        filters: { company_size: ['100-199'], country: ['AU'], industry: ['Construction'] },
      },
    })
    answer(done({ search: { ...base, version: 6 }, overruled: [] }))
    await sync.settled()
    expect((await unsettled(local.device)).conflicts).toEqual([])
  })

  it('are asked what should become of an edit of something deleted meanwhile: restored as new, with all its records', async () => {
    const list = {
      id: 'l1',
      kind: 'static',
      name: 'Perth builders',
      category: 'company',
      version: 1,
      shared: true,
      updatedAt: '2026-03-03T09:00:00Z',
    }
    const { local, sync, sent, tell } = withServer(
      ({ call, input }) =>
        call === 'patchList' || (call === 'changeMembers' && input.id === 'l1')
          ? problem(410, 'deleted')
          : done({ ...list, ...input, id: input.newId, version: 1, unknown: 0 }),
      [
        [
          { kind: 'list', id: 'l1', value: list },
          { kind: 'members', id: 'l1', added: ['r1', 'r2'], removed: [] } as never,
        ],
        [{ kind: 'list', id: 'l1', value: null }],
      ],
    )
    await poke(sync)
    const [shown] = await lists(local.device)
    if (shown) await renameList(local, shown.value, 'Fremantle builders')
    await addToList(local, 'l1', ['r3'])
    tell()
    await poke(sync)
    expect(await lists(local.device)).toEqual([])
    const { conflicts, unsent, needAttention } = await unsettled(local.device)
    expect([...unsent, ...needAttention]).toEqual([])
    expect(conflicts).toHaveLength(1)
    expect(conflicts[0]).toMatchObject({
      kind: 'gone',
      theirs: null,
      mine: { name: 'Fremantle builders', ids: ['r1', 'r2', 'r3'] },
    })
    const id = conflicts[0] ? await restoreAsNew(local, conflicts[0]) : ''
    expect(await membersOf(local.device, id)).toEqual(['r1', 'r2', 'r3'])
    await poke(sync)
    expect(sent.map(({ call }) => call).slice(-2)).toEqual(['restoreList', 'changeMembers'])
    expect((await lists(local.device)).map(({ value }) => value.name)).toEqual([
      'Fremantle builders',
    ])
    expect((await unsettled(local.device)).conflicts).toEqual([])
  })

  it('hear who deleted what they edited, and when', async () => {
    let deleted = false
    const { local, sync } = setUp(({ input }) =>
      deleted
        ? problem(410, 'deleted', {
            deletedBy: 'user_admin',
            deletedAt: '2026-03-03T09:30:00.000Z',
          })
        : done({ ...input, version: 1 }),
    )
    await createList(local, { name: 'Perth builders', category: 'company' })
    await poke(sync)
    deleted = true
    const [list] = await lists(local.device)
    if (list) await renameList(local, list.value, 'Perth roofers')
    await poke(sync)
    expect((await unsettled(local.device)).conflicts).toMatchObject([
      { kind: 'gone', by: 'user_admin', at: Date.parse('2026-03-03T09:30:00.000Z') },
    ])
  })

  it('may let their version go', async () => {
    const { local, sync } = withServer(() => problem(410, 'deleted'), [[search(base)]])
    await poke(sync)
    await renameSearch(local, (await savedOne(local)).value, 'Mine')
    await poke(sync)
    const [conflict] = (await unsettled(local.device)).conflicts
    if (conflict) await discard(local, conflict.id)
    expect(await unsettled(local.device)).toEqual({ unsent: [], needAttention: [], conflicts: [] })
    expect(await savedSearches(local.device)).toEqual([])
  })

  it('agree on what is gone after a reading from the beginning', async () => {
    const { local, sync } = withServer(offline, [[search(base)]])
    await poke(sync)
    await deleteList(local, 'none')
    expect(await savedSearches(local.device)).toHaveLength(1)
    await applyPage(local, await cursorOf(local), {
      changes: [],
      cursor: 'new',
      more: false,
      reset: true,
    })
    expect(await savedSearches(local.device)).toEqual([])
  })
})

describe('a screen', () => {
  it('hears of a change made in another tab', async () => {
    const shared = new IDBFactory()
    const [one, two] = [someDevice(shared), someDevice(shared)]
    const names: string[][] = []
    const stop = watch(two.device, savedSearches, {
      next: (all) => names.push(all.map(({ value }) => value.name)),
      trouble: (kind) => names.push([kind]),
    })
    await expect.poll(() => names).toEqual([[]])
    await saveSearch(one, { name: 'Perth', category: 'company', criteria })
    await expect.poll(() => names.at(-1)).toEqual(['Perth'])
    stop()
    one.device.close()
    two.device.close()
  })
})
