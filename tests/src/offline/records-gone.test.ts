import { someDevice } from '../../kit/device/device.ts'
import { describe, expect, it } from 'vitest'
import type { PersonView } from '../../../contract/records/records.ts'
import { documented } from '../../../src/offline/pin-docs.ts'
import { applyPage } from '../../../src/offline/pulling.ts'
import { keepViewed, recordOf } from '../../../src/offline/records.ts'
import {
  keepSignals,
  keepSignalsOf,
  keptSignals,
  keptSignalsOf,
} from '../../../src/offline/signals.ts'
import { aSignal } from '../../kit/fixtures/signals.ts'

const person = (id: string, name: string): PersonView => ({
  id,
  name,
  first_name: name,
  last_name: 'Example',
  position: 'Buyer',
  position_cleaned: 'Buyer',
  company_id: 'c1',
  company: { name: 'Builders 1' },
  history: [],
  skills: [],
  social: {},
  previous_company_flag: false,
  quality: { completeness: 50 },
  provenance: {},
  unlocked: true,
  lists: [],
})

describe('a person who asked to be removed', () => {
  it('leaves a device wherever it holds them, opened or pinned, when it next hears from the server; others stay', async () => {
    const local = someDevice()
    const { device } = local
    const [gone, stays] = [person('p-gone', 'Gone'), person('p-stays', 'Stays')]
    for (const view of [gone, stays]) await keepViewed(local, 'people', view)
    await device.write(['pins', 'docs'], async ({ pins, docs }) => {
      const both = [gone, stays].map((view) => documented(view, new Map(), local.now()))
      await docs.put({
        pin: 'list:l1',
        block: 0,
        docs: both.map(({ doc }) => doc),
        places: both.map(({ places }) => places),
        schema: 1,
      })
      await pins.put({
        id: 'list:l1',
        source: { kind: 'list', id: 'l1' },
        category: 'people',
        name: 'Calls',
        state: 'ready',
        total: 2,
        done: 2,
        bytes: 10,
        checksum: 'x',
        asOf: 'x',
        cursor: null,
        fetchedAt: local.now(),
        head: ['p-gone', 'p-stays'],
        schema: 1,
      } as never)
    })
    const [told, other] = [
      aSignal(1, { category: 'people', person: { id: 'p-gone', name: 'Gone' } }),
      aSignal(2),
    ]
    await keepSignals(local, [told, other])
    // What happened at the company where both are names both.
    await keepSignalsOf(local, 'p-stays', { total: 2, signals: [told, other] })
    const page = { changes: [], cursor: 'c1', more: false, reset: true }
    expect(await applyPage(local, null, { ...page, gone: ['p-gone', 'p-never-here'] })).toBe(true)
    expect(await recordOf(local, 'p-gone')).toBeUndefined()
    expect((await recordOf(local, 'p-stays'))?.view.name).toBe('Stays')
    const held = await device.read(async ({ pins, docs }) => ({
      head: (await pins.get('list:l1'))?.head,
      docs: (await docs.toArray()).flatMap((row) => row.docs.map(({ id }) => id)),
    }))
    expect(held).toEqual({ head: ['p-stays'], docs: ['p-stays'] })
    expect((await keptSignals(device)).signals).toEqual([other])
    expect(await keptSignalsOf(device, 'p-stays')).toBeNull()
    expect(await applyPage(local, 'c1', { ...page, reset: false, cursor: 'c2' })).toBe(true)
  })
})
