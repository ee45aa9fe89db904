import { someDevice } from '../../kit/device/device.ts'
import { describe, expect, it } from 'vitest'
import { aPerson } from '../../kit/fixtures/records.ts'
import { toPinDocument } from '../../../src/offline/pin-docs.ts'
import { applyPage } from '../../../src/offline/apply-page.ts'
import { saveViewed } from '../../../src/offline/records.ts'
import {
  saveSignals,
  saveSignalsOf,
  readSignals,
  readSignalsOf,
} from '../../../src/offline/signals.ts'
import { aSignal } from '../../kit/fixtures/signals.ts'

const person = (id: string, name: string) => aPerson(1, { id, name, unlocked: true })

describe('a removed person', () => {
  it('is deleted everywhere on a device with the next pull; others stay', async () => {
    const local = someDevice()
    const { device } = local
    const [removed, stays] = [person('p-gone', 'Gone'), person('p-stays', 'Stays')]
    for (const view of [removed, stays]) await saveViewed(local, 'people', view)
    await device.write(['pins', 'docs'], async ({ pins, docs }) => {
      const both = [removed, stays].map((view) => toPinDocument(view, new Map(), local.now()))
      await docs.put({
        pin: 'list:l1',
        block: 0,
        docs: both.map(({ doc }) => doc),
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
    const [aboutRemoved, other] = [
      aSignal(1, { category: 'people', person: { id: 'p-gone', name: 'Gone' } }),
      aSignal(2),
    ]
    await saveSignals(local, [aboutRemoved, other])
    // A signal of the company names both people.
    await saveSignalsOf(local, 'p-stays', { total: 2, signals: [aboutRemoved, other] })
    const page = { changes: [], cursor: 'c1', more: false, reset: true }
    expect(
      await applyPage(
        local,
        { cursor: null, answered: 0 },
        { ...page, removedRecordIds: ['p-gone', 'p-never-here'] },
      ),
    ).toBe(true)
    expect(await local.device.tables.records.get('p-gone')).toBeUndefined()
    expect((await local.device.tables.records.get('p-stays'))?.view.name).toBe('Stays')
    const stored = await device.read(async ({ pins, docs }) => ({
      head: (await pins.get('list:l1'))?.head,
      docs: (await docs.toArray()).flatMap((row) => row.docs.map(({ id }) => id)),
    }))
    expect(stored).toEqual({ head: ['p-stays'], docs: ['p-stays'] })
    expect((await readSignals(device)).signals).toEqual([other])
    expect(await readSignalsOf(device, 'p-stays')).toBeNull()
    expect(
      await applyPage(
        local,
        { cursor: 'c1', answered: 0 },
        { ...page, reset: false, cursor: 'c2' },
      ),
    ).toBe(true)
  })
})
