// @vitest-environment node
// Dexie's live queries look up the global IndexedDB when Dexie loads: this import comes first.
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, describe, expect, it } from 'vitest'
import { emptyCriteria } from '../../../contract/search/criteria.ts'
import { problem } from '../../kit/offline/memory-server.ts'
import { addNote, sendFeedback } from '../../../src/offline/activities.ts'
import { namedPins } from '../../../src/offline/named-pins.ts'
import { requestPin } from '../../../src/offline/pins.ts'
import { discard, restoreAsNew, takeTheirs } from '../../../src/offline/conflicts.ts'
import {
  addToList,
  createList,
  deleteList,
  removeFromList,
  changeList,
} from '../../../src/offline/lists.ts'
import {
  activitiesOf,
  lists,
  membersOf,
  recentSearches,
  savedSearches,
  unsettled,
  watch,
  pins,
} from '../../../src/offline/live.ts'
import { retry, undo, type Local } from '../../../src/offline/outbox.ts'
import type { Outcome } from '../../../src/offline/outcome.ts'
import { applyPage, readPullStart } from '../../../src/offline/apply-page.ts'
import {
  bringBackRecent,
  deleteRecent,
  saveRecent,
  renameSearch,
  saveSearch,
  updateRecent,
  updateSearch,
} from '../../../src/offline/searches.ts'
import { bringBack, deleteSaved } from '../../../src/offline/delete-saved.ts'
import { deleteSearch } from '../../kit/offline/delete-search.ts'
import { schema } from '../../../src/offline/rows.ts'
import type { Sync } from '../../../src/offline/sync.ts'
import { asSend, poke, someDevice, someSync } from '../../kit/device/device.ts'

type Sent = { call: string; input: Record<string, unknown>; key: string | undefined }

const running: { local: Local; sync: Sync }[] = []
afterEach(async () => {
  for (const { local, sync } of running.splice(0)) {
    await sync.stop()
    local.device.close()
  }
})

const setUp = (answer: (sent: Sent) => Outcome | Promise<Outcome>) => {
  const local = someDevice()
  const sent: Sent[] = []
  const send = asSend(async (call, input, { idempotencyKey }) => {
    if (call === 'changes') return done({ changes: [], cursor: 'c', more: false, reset: false })
    const sentCall = { call, input, key: idempotencyKey }
    sent.push(sentCall)
    return answer(sentCall)
  })
  const sync = someSync(local, send)
  running.push({ local, sync })
  return { local, sync, sent }
}

const done = (output: unknown): Outcome => ({ kind: 'done', output })
const offline = (): Outcome => ({ kind: 'unreachable' })
const criteria = { ...emptyCriteria, filters: { company_size: ['50-99'] } }

const readSavedSearch = async (local: Local) => {
  const [saved] = await savedSearches(local.device)
  if (!saved) throw new Error('No saved search')
  return saved
}

describe('an edit', () => {
  it('is on the device with its state before it is sent', async () => {
    const { local, sync, sent } = setUp(offline)
    await saveSearch(local, { name: ' Perth builders ', category: 'company', criteria })
    expect((await readSavedSearch(local)).value.name).toBe('Perth builders')
    await poke(sync)
    expect(sent.length).toBeGreaterThan(0)
    expect((await readSavedSearch(local)).state).toBe('on this device')
    expect(sync.state()).toMatchObject({ is: 'resting' })
  })

  it('is retried with the same key and the same request until it is answered', async () => {
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
    expect((await readSavedSearch(local)).state).toBe('sent')
    expect((await unsettled(local.device)).unsent).toEqual([])
  })

  it('absorbs a later edit before it is sent: two renames become one request on the first version', async () => {
    const local = someDevice()
    const value = { id: 's1', name: 'A', version: 4, updatedAt: '' }
    const change = { table: 'searches', item: 's1', entity: 'search:s1', value } as const
    await applyPage(local, await readPullStart(local), {
      changes: [change],
      cursor: 'c',
      more: false,
      reset: true,
    })
    await renameSearch(local, (await readSavedSearch(local)).value, 'B')
    await renameSearch(local, (await readSavedSearch(local)).value, 'C')
    const { unsent } = await unsettled(local.device)
    expect(unsent).toHaveLength(1)
    expect(unsent[0]).toMatchObject({
      base: 4,
      effect: { do: 'change', fields: { name: 'C' }, before: { name: 'A' } },
    })
    local.device.close()
  })

  it('is dropped where its item is created and deleted offline', async () => {
    const local = someDevice()
    const id = await saveSearch(local, { name: 'A', category: 'company', criteria })
    await renameSearch(local, (await readSavedSearch(local)).value, 'B')
    await deleteSearch(local, id)
    expect(await savedSearches(local.device)).toEqual([])
    expect(await unsettled(local.device)).toEqual({ unsent: [], needAttention: [], conflicts: [] })
    local.device.close()
  })

  it('sends a whole recent search while an earlier edit of it is being sent, without a conflict', async () => {
    const first = Promise.withResolvers<void>()
    const { local, sync, sent } = setUp(async ({ call }) => {
      if (call === 'newRecent') await first.promise
      return done({})
    })
    const rid = await saveRecent(local, 'company', criteria)
    sync.poke('requested')
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

  it('sends nothing when theirs is chosen in a recent search’s conflict of an earlier version', async () => {
    const { local, sync, sent } = setUp(() => done({}))
    const rid = await saveRecent(local, 'company', criteria)
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

  it('returns with its restored recent search where it was not sent', async () => {
    const local = someDevice()
    const rid = await saveRecent(local, 'company', criteria)
    const [created] = await recentSearches(local.device)
    const value = { ...created?.value }
    const change = { table: 'recent', item: rid, entity: `recent:${rid}`, value } as const
    await local.device.write(['outbox'], ({ outbox }) => outbox.clear())
    await applyPage(local, await readPullStart(local), {
      changes: [change],
      cursor: 'c',
      more: false,
      reset: true,
    })
    const wanted = { ...criteria, search: 'builders' }
    if (created) await updateRecent(local, created.value, wanted)
    const [shown] = await recentSearches(local.device)
    await deleteRecent(local, rid)
    expect(await recentSearches(local.device)).toEqual([])
    if (shown) await bringBackRecent(local, shown.value)
    expect((await recentSearches(local.device)).map((item) => item.value.search)).toEqual([
      'builders',
    ])
    const { unsent } = await unsettled(local.device)
    expect(unsent.map(({ effect }) => effect.do)).toEqual(['change'])
    local.device.close()
  })

  it('never overtakes an earlier edit of its item, and waits for no other item', async () => {
    let hold: (outcome: Outcome) => void = () => {}
    const { local, sync, sent } = setUp(({ call, input }) =>
      call === 'createList' && input.name === 'Slow'
        ? new Promise((resolve) => (hold = resolve))
        : done({ ...input, version: 1 }),
    )
    const slow = await createList(local, { name: 'Slow', category: 'company', recordIds: ['r1'] })
    await addNote(local, { category: 'company', recordId: 'r1' }, 'Call on Monday')
    sync.poke('requested')
    await expect.poll(() => sent.map(({ call }) => call)).toEqual(['createList', 'addNote'])
    hold(done({ id: slow, name: 'Slow', version: 1 }))
    await sync.settled()
    expect(sent.map(({ call }) => call)).toEqual(['createList', 'addNote', 'changeMembers'])
  })

  it('creates a list only after an earlier deletion was sent, so that the name is free', async () => {
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
    sync.poke('requested')
    const calls = () => sent.map(({ call }) => call)
    await expect.poll(calls).toEqual(['createList', 'deleteList', 'addNote'])
    hold(done(null))
    await sync.settled()
    expect(calls()).toEqual(['createList', 'deleteList', 'addNote', 'createList'])
  })

  it('deleted while its creation is on the way is restored under a new id, since the server knows the old one', async () => {
    let hold: (outcome: Outcome) => void = () => {}
    const { local, sync, sent } = setUp(({ call, input }) =>
      call === 'saveSearch' && sent.length === 1
        ? new Promise((resolve) => (hold = resolve))
        : done({ ...input, version: 1 }),
    )
    await saveSearch(local, { name: 'Builders', category: 'company', criteria })
    sync.poke('requested')
    await expect.poll(() => sent.map(({ call }) => call)).toEqual(['saveSearch'])
    const { value } = await readSavedSearch(local)
    const deleted = await deleteSaved(local, { of: 'search', value })
    hold(done({ ...value, version: 1 }))
    await poke(sync)
    const id = await bringBack(local, deleted)
    await poke(sync)
    expect(sent.map(({ call }) => call)).toEqual(['saveSearch', 'deleteSearch', 'saveSearch'])
    expect(id).not.toBe(value.id)
    expect(sent.at(-1)?.input.id).toBe(id)
  })

  it('is parked with the reason where the server refuses it, blocks no other, and becomes a new request when changed', async () => {
    const { local, sync, sent } = setUp(({ call, input }) =>
      call === 'saveSearch' && input.name === 'Taken'
        ? problem(409, 'name-taken')
        : done({ ...input, version: 1 }),
    )
    await saveSearch(local, { name: 'Taken', category: 'company', criteria })
    await addNote(local, { category: 'company', recordId: 'r1' }, 'Gate code needed')
    await poke(sync)
    expect((await readSavedSearch(local)).state).toBe('needs attention')
    expect((await activitiesOf(local.device, 'r1'))[0]?.state).toBe('sent')
    const [parked] = (await unsettled(local.device)).needAttention
    expect(parked?.problem?.code).toBe('name-taken')

    await renameSearch(local, (await readSavedSearch(local)).value, 'Free')
    await poke(sync)
    const saves = sent.filter(({ call }) => call === 'saveSearch')
    expect(saves.map(({ input }) => input.name)).toEqual(['Taken', 'Free'])
    expect(saves[0]?.key).not.toBe(saves[1]?.key)
    expect((await readSavedSearch(local)).state).toBe('sent')
  })

  it.each([403, 404])(
    'stays queued and blocks no other where a proxy answers %i',
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
      if (list) await changeList(local, list.value, { name: 'Roofers' })
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

  it('backs off where it keeps failing while other requests succeed', async () => {
    const { local, sent } = setUp(offline)
    let ahead = 0
    const later = { ...local, now: () => local.now() + ahead }
    const send = asSend(async (call, input) => {
      sent.push({ call, input, key: undefined })
      return { kind: 'unreachable' }
    })
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

  it('can be retried or undone after it was parked', async () => {
    let refuse = true
    const { local, sync } = setUp(({ input }) =>
      refuse ? problem(403, 'role-forbidden') : done({ ...input, version: 1 }),
    )
    await createList(local, { name: 'One', category: 'company' })
    await createList(local, { name: 'Two', category: 'company', recordIds: ['r1'] })
    await poke(sync)
    const [first, second] = (await unsettled(local.device)).needAttention
    refuse = false
    await retry(local, first?.id ?? '')
    expect(await undo(local, second?.id ?? '')).toBe(true)
    await poke(sync)
    expect((await lists(local.device)).map(({ value, state }) => [value.name, state])).toEqual([
      ['One', 'sent'],
    ])
    expect((await unsettled(local.device)).needAttention).toEqual([])
  })

  it('waits without a session and is sent after the sign-in', async () => {
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

  it('may be changed and undone after an attempt that never left the device', async () => {
    let stayed = true
    const { local, sync, sent } = setUp(() => ({ kind: 'unreachable', stayed }))
    const id = await createList(local, { name: 'One', category: 'company' })
    await poke(sync)
    const [list] = await lists(local.device)
    if (list) await changeList(local, list.value, { name: 'Two' })
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

  it('waits where this version is outdated, and nothing is sent until the update', async () => {
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
  it('are sets: a record added twice is a member once, and a removed record is not a member', async () => {
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

describe('two users of one item', () => {
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
    let releasedPages = 1
    const releasePage = (): void => {
      releasedPages += 1
    }
    const sync = someSync(
      local,
      asSend(async (call, input, { idempotencyKey }) => {
        if (call === 'changes') {
          const changes = page < releasedPages ? (feed[page] ?? []) : []
          if (page < releasedPages) page += 1
          return done({
            changes,
            cursor: String(page),
            more: false,
            reset: input.since === undefined,
          })
        }
        const sentCall = { call, input, key: idempotencyKey }
        sent.push(sentCall)
        return answer(sentCall)
      }),
    )
    running.push({ local, sync })
    return { local, sync, sent, releasePage }
  }
  const search = (value: unknown) => ({ kind: 'search', id: 's1', value })

  it('keep both changes: a pull never overwrites an unsent edit', async () => {
    const { local, sync } = withServer(offline, [[search(base)]])
    await poke(sync)
    await renameSearch(local, (await readSavedSearch(local)).value, 'Mine')
    const change = {
      table: 'searches',
      item: 's1',
      entity: 'search:s1',
      value: { ...base, name: 'Theirs', shared: false, version: 4 },
    } as const
    await applyPage(local, await readPullStart(local), {
      changes: [change],
      cursor: 'next',
      more: false,
      reset: false,
    })
    expect((await readSavedSearch(local)).value).toMatchObject({
      name: 'Mine',
      version: 4,
      shared: false,
    })
  })

  it('see the value that lost and can restore it', async () => {
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
    await renameSearch(local, (await readSavedSearch(local)).value, 'Mine')
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

  it('merge filter by filter, and a second edit does not undo the other user’s change', async () => {
    let answer: (outcome: Outcome) => void = () => {}
    const { local, sync, sent } = withServer(
      () => new Promise<Outcome>((resolve) => (answer = resolve)) as never,
      [[search(base)]],
    )
    await poke(sync)
    await updateSearch(local, (await readSavedSearch(local)).value, {
      ...emptyCriteria,
      filters: { company_size: ['50-99'], country: ['AU'] },
    })
    sync.poke('edit')
    await expect.poll(() => sent.length).toBe(1)
    await updateSearch(local, (await readSavedSearch(local)).value, {
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

  it('can restore a deleted list as new with their edits and all its records', async () => {
    const list = {
      id: 'l1',
      kind: 'static',
      name: 'Perth builders',
      category: 'company',
      version: 1,
      shared: true,
      updatedAt: '2026-03-03T09:00:00Z',
    }
    const { local, sync, sent, releasePage } = withServer(
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
    if (shown) await changeList(local, shown.value, { name: 'Fremantle builders' })
    await addToList(local, 'l1', ['r3'])
    await requestPin(local, { source: 'list', sourceId: 'l1', category: 'company' })
    releasePage()
    await poke(sync)
    expect(await lists(local.device)).toEqual([])
    expect(await namedPins(local.device)).toMatchObject([
      { name: 'Fremantle builders', conflict: 'gone' },
    ])
    const { conflicts, unsent, needAttention } = await unsettled(local.device)
    expect([...unsent, ...needAttention]).toEqual([])
    expect(conflicts).toHaveLength(1)
    expect(conflicts[0]).toMatchObject({
      kind: 'gone',
      theirs: null,
      mine: { name: 'Fremantle builders', ids: ['r1', 'r2', 'r3'] },
    })
    const { id, hasCopy } = conflicts[0]
      ? await restoreAsNew(local, conflicts[0])
      : { id: '', hasCopy: false }
    expect(hasCopy).toBe(true)
    expect(await pins(local.device)).toMatchObject([{ id: `list:${id}`, sourceId: id }])
    expect(await membersOf(local.device, id)).toEqual(['r1', 'r2', 'r3'])
    await poke(sync)
    expect(sent.map(({ call }) => call).slice(-2)).toEqual(['restoreList', 'changeMembers'])
    expect((await lists(local.device)).map(({ value }) => value.name)).toEqual([
      'Fremantle builders',
    ])
    expect((await unsettled(local.device)).conflicts).toEqual([])
  })

  it('see who deleted the edited item, and when', async () => {
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
    if (list) await changeList(local, list.value, { name: 'Perth roofers' })
    await poke(sync)
    expect((await unsettled(local.device)).conflicts).toMatchObject([
      { kind: 'gone', by: 'user_admin', at: Date.parse('2026-03-03T09:30:00.000Z') },
    ])
  })

  it('can discard their version', async () => {
    const { local, sync } = withServer(() => problem(410, 'deleted'), [[search(base)]])
    await poke(sync)
    await renameSearch(local, (await readSavedSearch(local)).value, 'Mine')
    await poke(sync)
    const [conflict] = (await unsettled(local.device)).conflicts
    if (conflict) await discard(local, conflict.id)
    expect(await unsettled(local.device)).toEqual({ unsent: [], needAttention: [], conflicts: [] })
    expect(await savedSearches(local.device)).toEqual([])
  })

  it('have the same deletions after a reading from the beginning', async () => {
    const { local, sync } = withServer(offline, [[search(base)]])
    await poke(sync)
    await deleteList(local, 'none')
    expect(await savedSearches(local.device)).toHaveLength(1)
    await applyPage(local, await readPullStart(local), {
      changes: [],
      cursor: 'new',
      more: false,
      reset: true,
    })
    expect(await savedSearches(local.device)).toEqual([])
  })
})

describe('a screen', () => {
  it('updates after a change in another tab', async () => {
    const shared = new IDBFactory()
    const [firstTab, secondTab] = [someDevice(shared), someDevice(shared)]
    const names: string[][] = []
    const stop = watch(secondTab.device, savedSearches, {
      next: (all) => names.push(all.map(({ value }) => value.name)),
      error: (kind) => names.push([kind]),
    })
    await expect.poll(() => names).toEqual([[]])
    await saveSearch(firstTab, { name: 'Perth', category: 'company', criteria })
    await expect.poll(() => names.at(-1)).toEqual(['Perth'])
    stop()
    firstTab.device.close()
    secondTab.device.close()
  })
})
