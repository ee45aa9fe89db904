// @vitest-environment node
import { someDevice } from '../../kit/device/device.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { kinds } from '../../../src/offline/kinds.ts'
import { unsettled } from '../../../src/offline/live.ts'
import type { Local } from '../../../src/offline/outbox.ts'
import {
  actOnSignals,
  dismissedHere,
  keepSignals,
  keptSignals,
  keptTopics,
  signalsKept,
} from '../../../src/offline/signals.ts'
import { aSignal } from '../../kit/fixtures/signals.ts'

const opened: Local[] = []
afterEach(() => {
  for (const { device } of opened.splice(0)) device.close()
})
const aDevice = (): Local => {
  const local = someDevice()
  opened.push(local)
  return local
}
const requests = async ({ device }: Local) =>
  (await unsettled(device)).unsent.map((entry) => kinds['signals-act'].request(entry))
const day = (of: number): string =>
  new Date(Date.UTC(2026, 0, 1) + of * 86_400_000).toISOString().slice(0, 10)

describe('signals on the device', () => {
  it('are the newest two hundred, the newest first, in place of those before', async () => {
    const local = aDevice()
    await keepSignals(local, [aSignal(900)])
    const told = Array.from({ length: signalsKept + 20 }, (_, at) =>
      aSignal(at, { event_date: day(at) }),
    )
    await keepSignals(local, told)
    const { signals, asOf } = await keptSignals(local.device)
    expect(signals).toHaveLength(signalsKept)
    expect(signals[0]?.event_date).toBe(day(signalsKept + 19))
    expect(signals.at(-1)?.event_date).toBe(day(20))
    expect(asOf).toBeLessThan(local.now())
  })

  it('stay dismissed whatever an answer of before says, until that is taken back; the server hears both in order', async () => {
    const local = aDevice()
    const [one, two] = [aSignal(1), aSignal(2)]
    await keepSignals(local, [one, two])
    await actOnSignals(local, [one.id], 'dismiss')
    await keepSignals(local, [one, two])
    const dismissed = async () =>
      (await keptSignals(local.device)).signals.filter(({ dismissed }) => dismissed)
    expect(await dismissed()).toEqual([{ ...one, dismissed: true }])
    expect([...(await dismissedHere(local.device))]).toEqual([one.id])
    await actOnSignals(local, [one.id], 'restore')
    expect(await dismissed()).toEqual([])
    expect([...(await dismissedHere(local.device))]).toEqual([])
    expect(await requests(local)).toEqual([
      { call: 'actOnSignals', input: { ids: [one.id], act: 'dismiss' } },
      { call: 'actOnSignals', input: { ids: [one.id], act: 'restore' } },
    ])
  })

  it('that were seen while scrolling are one change that waits', async () => {
    const local = aDevice()
    const told = [aSignal(1), aSignal(2), aSignal(3)]
    await keepSignals(local, told)
    for (const { id } of told) await actOnSignals(local, [id], 'seen')
    await actOnSignals(local, [aSignal(2).id], 'seen')
    expect(await requests(local)).toEqual([
      { call: 'actOnSignals', input: { ids: told.map(({ id }) => id), act: 'seen' } },
    ])
    expect((await keptSignals(local.device)).signals.every(({ seen }) => seen)).toBe(true)
  })

  it('say what they speak of, the most frequent first', async () => {
    const local = aDevice()
    await keepSignals(local, [
      aSignal(1, { key_topics: ['Xero', 'Hiring'] }),
      aSignal(2, { key_topics: ['Hiring'] }),
    ])
    expect(await keptTopics(local.device)).toEqual(['Hiring', 'Xero'])
  })
})
