import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { problem } from '../../kit/offline/memory-server.ts'
import { idsChecksum } from '../../../contract/sync.ts'
import { pins } from '../../../src/offline/live.ts'
import type { Outcome } from '../../../src/offline/outcome.ts'
import { createPinKeeper, freshMs, type PinRefusal } from '../../../src/offline/pin-keeper.ts'
import { requestPin } from '../../../src/offline/pins.ts'
import { schema } from '../../../src/offline/rows.ts'
import { aCompany } from '../../kit/fixtures/records.ts'
import { asSend, someDevice } from '../../kit/device/device.ts'

const source = { source: 'list', sourceId: 'builders', category: 'company' } as const
const id = 'list:builders'

const setUpPinnedList = async (count: number) => {
  const start = someDevice()
  const clock = { ahead: 0 }
  const local = { ...start, now: () => start.now() + clock.ahead }
  const state = {
    records: Array.from({ length: count }, (_, at) => aCompany(at)),
    outcome: null as Outcome | null,
    requests: 0,
    pauses: [] as number[],
    resume: () => {},
    refusals: [] as (PinRefusal | null)[],
  }
  const send = asSend(async () => {
    state.requests += 1
    if (state.outcome) return state.outcome
    const ids = state.records.map((record) => record.id)
    return {
      kind: 'done',
      output: {
        category: 'company',
        total: ids.length,
        checksum: idsChecksum(ids),
        asOf: String(state.requests),
        records: state.records,
        employers: [],
        ids: null,
        cursor: null,
      },
    }
  })
  const listHolds = (ids: readonly string[] | null): Promise<unknown> =>
    local.device.write(['lists', 'members'], async ({ lists, members }) => {
      const value = ids === null ? null : { name: 'Builders' }
      const memberIds = ids === null ? null : { ids: [...ids] }
      await lists.put({ id: source.sourceId, known: value, value, schema })
      await members.put({ id: source.sourceId, known: memberIds, value: memberIds, schema })
    })
  await listHolds(state.records.map((record) => record.id))
  const keeper = createPinKeeper({
    local,
    send,
    locks: null,
    later: (ms, run) => {
      state.pauses.push(ms)
      state.resume = run
      return () => {}
    },
    onRefused: (_, why) => state.refusals.push(why),
    report: (error) => {
      throw error
    },
  })
  const look = async (): Promise<void> => {
    keeper.look()
    await keeper.settled()
  }
  await requestPin(local, source)
  return { local, state, keeper, look, listHolds, clock }
}

describe('the keeper of offline copies', () => {
  it('takes no more copies than the plan includes, and one that is there again', async () => {
    const { local } = await setUpPinnedList(1)
    const other = { ...source, sourceId: 'other' }
    expect(await requestPin(local, other, 1)).toBe(false)
    expect(await requestPin(local, source, 1)).toBe(true)
    expect(await pins(local.device)).toMatchObject([{ id }])
    expect(await requestPin(local, other, 2)).toBe(true)
  })

  it('fetches a requested copy, and again only when it is stale or something changed', async () => {
    const { local, state, look, listHolds, clock } = await setUpPinnedList(3)
    await look()
    expect(await pins(local.device)).toMatchObject([{ id, state: 'ready', done: 3 }])
    await look()
    expect(state.requests).toBe(1)

    state.records.push(aCompany(3))
    await listHolds(state.records.map((record) => record.id))
    await look()
    expect(state.requests).toBe(2)
    expect(await pins(local.device)).toMatchObject([{ done: 4 }])

    // Hidden records keep the checksums different for ever: the keeper must try only once.
    await listHolds([...state.records.map((record) => record.id), 'hidden'])
    await look()
    await look()
    expect(state.requests).toBe(3)

    clock.ahead = freshMs
    await look()
    expect(state.requests).toBe(4)
  })

  it('backs off after an interruption, longer each time, and resumes on contact', async () => {
    const { local, state, keeper, look } = await setUpPinnedList(3)
    state.outcome = { kind: 'unreachable' }
    await look()
    await look()
    expect(state.requests).toBe(1)
    state.resume()
    await keeper.settled()
    expect(state.requests).toBe(2)
    expect(state.pauses).toEqual([5_000, 10_000])
    state.outcome = null
    keeper.retryNow()
    await keeper.settled()
    expect(await pins(local.device)).toMatchObject([{ state: 'ready', done: 3 }])
  })

  it('reports a refused copy, and retries only on request', async () => {
    const { local, state, keeper, look } = await setUpPinnedList(3)
    state.outcome = problem(403, 'role-forbidden')
    await look()
    await look()
    expect(state.requests).toBe(1)
    expect(state.refusals).toMatchObject([{ status: 403 }])
    state.outcome = null
    keeper.ask(id)
    await keeper.settled()
    expect(state.refusals.at(-1)).toBeNull()
    expect(await pins(local.device)).toMatchObject([{ state: 'ready' }])
  })

  it('evicts the leftovers of a deleted copy when it starts', async () => {
    const { local, look } = await setUpPinnedList(3)
    await look()
    await local.device.write(['pins'], ({ pins }) => pins.clear())
    const countRecords = (): Promise<number> => local.device.read(({ records }) => records.count())
    expect(await countRecords()).toBe(3)
    const next = createPinKeeper({
      local,
      send: async () => ({ kind: 'unreachable' }),
      locks: null,
      later: () => () => {},
      onRefused: () => {},
      report: (error) => {
        throw error
      },
    })
    next.look()
    await next.settled()
    expect(await countRecords()).toBe(0)
    local.device.close()
  })

  it('requests a copy of a list only after the server has the list', async () => {
    const { local, state, look, listHolds } = await setUpPinnedList(3)
    await local.device.write(['lists'], ({ lists }) =>
      lists.put({ id: source.sourceId, known: null, value: { name: 'Builders' }, schema }),
    )
    await look()
    expect(state.requests).toBe(0)
    await listHolds(state.records.map((record) => record.id))
    await look()
    expect(await pins(local.device)).toMatchObject([{ state: 'ready' }])
  })

  it('deletes no copy of a deleted list while the user has not decided whether to restore the list', async () => {
    const { local, state, look, listHolds, clock } = await setUpPinnedList(3)
    await look()
    await listHolds(null)
    await local.device.write(['conflicts'], ({ conflicts }) =>
      conflicts.put({
        id: 'c1',
        kind: 'gone',
        entity: 'list:builders',
        table: 'lists',
        item: source.sourceId,
        field: null,
        yours: null,
        theirs: null,
        by: null,
        at: 0,
        mine: { name: 'Builders' },
        schema,
      }),
    )
    state.outcome = problem(404, 'not-found')
    clock.ahead = freshMs
    await look()
    expect(await pins(local.device)).toMatchObject([{ state: 'ready', done: 3 }])
    await local.device.write(['conflicts'], ({ conflicts }) => conflicts.clear())
    await look()
    expect(await pins(local.device)).toEqual([])
  })

  it('deletes a copy whose list exists neither on the server nor on the device', async () => {
    const { local, state, look, listHolds, clock } = await setUpPinnedList(3)
    await look()
    state.outcome = problem(404, 'not-found')
    clock.ahead = freshMs
    await look()
    expect(await pins(local.device)).toHaveLength(1)
    await listHolds(null)
    const other = createPinKeeper({
      local,
      send: asSend(async () => problem(404, 'not-found')),
      locks: null,
      later: () => () => {},
      onRefused: () => {},
      report: () => {},
    })
    other.look()
    await other.settled()
    expect(await pins(local.device)).toEqual([])
  })
})
