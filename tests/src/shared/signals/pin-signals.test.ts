import { expect, it, vi } from 'vitest'
import type { Local } from '../../../../src/offline/outbox.ts'
import { requestPin } from '../../../../src/offline/pins.ts'
import { saveViewed } from '../../../../src/offline/records.ts'
import { readSignalsOf, saveSignalsOf } from '../../../../src/offline/signals.ts'
import { fetchPinSignals } from '../../../../src/shared/signals/pin-signals.ts'
import { deviceOfTest } from '../../../kit/device/device.ts'
import { aCompany } from '../../../kit/fixtures/records.ts'
import { aSignal } from '../../../kit/fixtures/signals.ts'
import { fakeApi, type FakeCalls } from '../../../kit/screens/screen.tsx'

it('an offline copy brings the newest signals of its records, besides those already stored, and again after four hours', async () => {
  const clock = { at: Date.parse('2026-03-03T10:00:00Z') }
  const local: Local = { ...deviceOfTest(), now: () => clock.at }
  const about = ({ id, name }: ReturnType<typeof aCompany>) => ({ company: { id, name } })
  const [a, b] = [aCompany(1), aCompany(2)]
  const newest = vi.fn<NonNullable<FakeCalls['targetingSignals']>>(async ({ category }) => ({
    success: true,
    total: 3,
    signals: category === 'company' ? [aSignal(1, about(a)), aSignal(2, about(b)), aSignal(3)] : [],
    sourced: true,
  }))
  for (const company of [a, b]) await saveViewed(local, 'company', company)
  await saveSignalsOf(local, b.id, { total: 1, signals: [aSignal(4, about(b))] })
  await requestPin(local, { source: 'list', sourceId: 'l1', category: 'company' })
  const fetch = () => fetchPinSignals(fakeApi({ targetingSignals: newest }), local, 'targeting')
  await fetch()
  expect(newest).not.toHaveBeenCalled()
  await local.device.write(['pins'], ({ pins }) => pins.update('list:l1', { state: 'ready' }))
  await fetch()
  const titles = async (id: string) =>
    (await readSignalsOf(local.device, id))?.signals.map(({ title }) => title).toSorted()
  expect(await titles(a.id)).toEqual([aSignal(1).title])
  expect(await titles(b.id)).toEqual([aSignal(2).title, aSignal(4).title])
  const requests = newest.mock.calls.length
  expect(newest.mock.calls[0]?.[0]).toMatchObject({ filters: { lists: ['l1'] }, size: 100 })
  await fetch()
  expect(newest).toHaveBeenCalledTimes(requests)
  clock.at += 5 * 3_600_000
  await fetch()
  expect(newest).toHaveBeenCalledTimes(2 * requests)
})
