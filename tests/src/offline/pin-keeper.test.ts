// Dexie's live queries look for a global IndexedDB when Dexie is loaded: this comes first.
import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { problem } from '../../kit/offline/memory-server.ts'
import { idsChecksum } from '../../../contract/sync.ts'
import { pins } from '../../../src/offline/live.ts'
import type { Outcome, Send } from '../../../src/offline/outcome.ts'
import { createPinKeeper, freshFor, type PinRefusal } from '../../../src/offline/pin-keeper.ts'
import { askForPin } from '../../../src/offline/pins.ts'
import { schema } from '../../../src/offline/rows.ts'
import { aCompany } from '../../kit/screens/screen.tsx'
import { someDevice } from '../../kit/device/device.ts'

const source = { source: 'list', sourceId: 'builders', category: 'company' } as const
const id = 'list:builders'

/** A server with one list, and a keeper whose timers are run by hand. */
const keptList = async (count: number) => {
  const start = someDevice()
  const clock = { ahead: 0 }
  const local = { ...start, now: () => start.now() + clock.ahead }
  const state = {
    records: Array.from({ length: count }, (_, at) => aCompany(at)),
    outcome: null as Outcome | null,
    asked: 0,
    pauses: [] as number[],
    resume: () => {},
    told: [] as (PinRefusal | null)[],
  }
  const send: Send = async () => {
    state.asked += 1
    if (state.outcome) return state.outcome
    const ids = state.records.map((record) => record.id)
    return {
      kind: 'done',
      output: {
        category: 'company',
        total: ids.length,
        checksum: idsChecksum(ids),
        asOf: String(state.asked),
        records: state.records,
        employers: [],
        ids: null,
        cursor: null,
      },
    }
  }
  const listHolds = (ids: readonly string[] | null): Promise<unknown> =>
    local.device.write(['lists', 'members'], async ({ lists, members }) => {
      const value = ids === null ? null : { name: 'Builders' }
      const held = ids === null ? null : { ids: [...ids] }
      await lists.put({ id: source.sourceId, known: value, value, schema })
      await members.put({ id: source.sourceId, known: held, value: held, schema })
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
    refused: (_, why) => state.told.push(why),
    report: (error) => {
      throw error
    },
  })
  const look = async (): Promise<void> => {
    keeper.look()
    await keeper.settled()
  }
  await askForPin(local, source)
  return { local, state, keeper, look, listHolds, clock }
}

describe('what keeps pins', () => {
  it('fetches what was asked for, and asks again only when it is old or something changed', async () => {
    const { local, state, look, listHolds, clock } = await keptList(3)
    await look()
    expect(await pins(local.device)).toMatchObject([{ id, state: 'ready', done: 3 }])
    await look()
    expect(state.asked).toBe(1)

    state.records.push(aCompany(3))
    await listHolds(state.records.map((record) => record.id))
    await look()
    expect(state.asked).toBe(2)
    expect(await pins(local.device)).toMatchObject([{ done: 4 }])

    // What this person may not see of the list makes the two differ for ever: asked once, not without end.
    await listHolds([...state.records.map((record) => record.id), 'hidden'])
    await look()
    await look()
    expect(state.asked).toBe(3)

    clock.ahead = freshFor
    await look()
    expect(state.asked).toBe(4)
  })

  it('rests after a cut, longer each time, and goes on when there is hope', async () => {
    const { local, state, keeper, look } = await keptList(3)
    state.outcome = { kind: 'unreachable' }
    await look()
    await look()
    expect(state.asked).toBe(1)
    state.resume()
    await keeper.settled()
    expect(state.asked).toBe(2)
    expect(state.pauses).toEqual([5_000, 10_000])
    state.outcome = null
    keeper.hope()
    await keeper.settled()
    expect(await pins(local.device)).toMatchObject([{ state: 'ready', done: 3 }])
  })

  it('tells what the server says no to, and asks again only when it is asked', async () => {
    const { local, state, keeper, look } = await keptList(3)
    state.outcome = problem(403, 'role-forbidden')
    await look()
    await look()
    expect(state.asked).toBe(1)
    expect(state.told).toMatchObject([{ status: 403 }])
    state.outcome = null
    keeper.ask(id)
    await keeper.settled()
    expect(state.told.at(-1)).toBeNull()
    expect(await pins(local.device)).toMatchObject([{ state: 'ready' }])
  })

  it('frees, when it starts, what a pin left behind that was let go of', async () => {
    const { local, look } = await keptList(3)
    await look()
    await local.device.write(['pins'], ({ pins }) => pins.clear())
    const held = (): Promise<number> => local.device.read(({ records }) => records.count())
    expect(await held()).toBe(3)
    const next = createPinKeeper({
      local,
      send: async () => ({ kind: 'unreachable' }),
      locks: null,
      later: () => () => {},
      refused: () => {},
      report: (error) => {
        throw error
      },
    })
    next.look()
    await next.settled()
    expect(await held()).toBe(0)
    local.device.close()
  })

  it('lets go of what is neither on the server nor on the device any more', async () => {
    const { local, state, look, listHolds, clock } = await keptList(3)
    await look()
    state.outcome = problem(404, 'not-found')
    clock.ahead = freshFor
    await look()
    expect(await pins(local.device)).toHaveLength(1)
    await listHolds(null)
    const other = createPinKeeper({
      local,
      send: async () => problem(404, 'not-found'),
      locks: null,
      later: () => () => {},
      refused: () => {},
      report: () => {},
    })
    other.look()
    await other.settled()
    expect(await pins(local.device)).toEqual([])
  })
})
