// @vitest-environment node
import { deviceOfTest } from '../../kit/device/device.ts'
import { describe, expect, it } from 'vitest'
import { kinds } from '../../../src/offline/kinds.ts'
import { unsettled } from '../../../src/offline/live.ts'
import type { Local } from '../../../src/offline/outbox.ts'
import {
  actOnSignals,
  readDismissedIds,
  saveSignals,
  readSignals,
  readTopics,
  maxSignals,
} from '../../../src/offline/signals.ts'
import { aSignal } from '../../kit/fixtures/signals.ts'
import { dayMs, dayOf } from '../../../contract/core/days.ts'

const requests = async ({ device }: Local) =>
  (await unsettled(device)).unsent.map((entry) => kinds['signals-act']?.request(entry))
const day = (of: number): string => dayOf(Date.UTC(2026, 0, 1) + of * dayMs)

describe('signals on the device', () => {
  it('are the newest two hundred, newest first, and replace those stored before', async () => {
    const local = deviceOfTest()
    await saveSignals(local, [aSignal(900)])
    const received = Array.from({ length: maxSignals + 20 }, (_, at) =>
      aSignal(at, { event_date: day(at) }),
    )
    await saveSignals(local, received)
    const { signals, asOf } = await readSignals(local.device)
    expect(signals).toHaveLength(maxSignals)
    expect(signals[0]?.event_date).toBe(day(maxSignals + 19))
    expect(signals.at(-1)?.event_date).toBe(day(20))
    expect(asOf).toBeLessThan(local.now())
  })

  it('stay dismissed after a stale answer until they are restored, and the server learns of both in order', async () => {
    const local = deviceOfTest()
    const [first, second] = [aSignal(1), aSignal(2)]
    await saveSignals(local, [first, second])
    await actOnSignals(local, [first.id], 'dismiss')
    await saveSignals(local, [first, second])
    const dismissed = async () =>
      (await readSignals(local.device)).signals.filter(({ dismissed }) => dismissed)
    expect(await dismissed()).toEqual([{ ...first, dismissed: true }])
    expect([...(await readDismissedIds(local.device))]).toEqual([first.id])
    await actOnSignals(local, [first.id], 'restore')
    expect(await dismissed()).toEqual([])
    expect([...(await readDismissedIds(local.device))]).toEqual([])
    expect(await requests(local)).toEqual([
      { call: 'actOnSignals', input: { ids: [first.id], act: 'dismiss' } },
      { call: 'actOnSignals', input: { ids: [first.id], act: 'restore' } },
    ])
  })

  it('that were seen while scrolling wait as one change', async () => {
    const local = deviceOfTest()
    const received = [aSignal(1), aSignal(2), aSignal(3)]
    await saveSignals(local, received)
    for (const { id } of received) await actOnSignals(local, [id], 'seen')
    await actOnSignals(local, [aSignal(2).id], 'seen')
    expect(await requests(local)).toEqual([
      { call: 'actOnSignals', input: { ids: received.map(({ id }) => id), act: 'seen' } },
    ])
    expect((await readSignals(local.device)).signals.every(({ seen }) => seen)).toBe(true)
  })

  it('list their topics, most frequent first', async () => {
    const local = deviceOfTest()
    await saveSignals(local, [
      aSignal(1, { key_topics: ['Xero', 'Hiring'] }),
      aSignal(2, { key_topics: ['Hiring'] }),
    ])
    expect(await readTopics(local.device)).toEqual(['Hiring', 'Xero'])
  })
})
