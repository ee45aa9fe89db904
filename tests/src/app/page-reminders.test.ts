import 'fake-indexeddb/auto'
import { expect, it, vi } from 'vitest'
import { startPageReminders } from '../../../src/app/page-reminders.ts'
import { addFollowUp, changeFollowUp, followUps } from '../../../src/offline/follow-ups.ts'
import type { Local } from '../../../src/offline/outbox.ts'
import { deviceOfTest } from '../../kit/device/device.ts'
import { aCompany } from '../../kit/fixtures/records.ts'

const withFollowUps = async (local: Local): Promise<string[]> => {
  const { id: recordId, name } = aCompany(1)
  const about = { category: 'company', recordId, name } as const
  for (const dueDay of ['2026-03-05', '2026-03-06'])
    await addFollowUp(local, about, { text: '', dueDay, dueTime: null, origin: null })
  return (await followUps(local.device)).map(({ id }) => id)
}
const done = async (local: Local, id: string): Promise<void> => {
  const found = (await followUps(local.device)).find((each) => each.id === id)
  if (!found) throw new Error('The follow-up is on the device')
  await changeFollowUp(local, found.value, { state: 'done' })
}

it('A reminder is withdrawn once none of its follow-ups is open, and one that arrives after that', async () => {
  const local = deviceOfTest()
  const [first = '', second = ''] = await withFollowUps(local)
  const shown = new Map<string, unknown>([
    ['both', { followUps: [first, second] }],
    ['second', { followUps: [second] }],
    ['signals', { link: '/dashboard/signals' }],
    ['unknown', { followUps: [crypto.randomUUID()] }],
  ])
  const registration = {
    getNotifications: async () =>
      [...shown].map(([name, data]) => ({ data, close: () => shown.delete(name) })),
  }
  const worker = Object.assign(new EventTarget(), { getRegistration: async () => registration })
  const page = { navigator: { serviceWorker: worker } } as unknown as Window
  const stop = startPageReminders(local, page)
  const names = (): string[] => [...shown.keys()]
  await done(local, second)
  await vi.waitFor(() => expect(names()).toEqual(['both', 'signals', 'unknown']))
  await done(local, first)
  await vi.waitFor(() => expect(names()).toEqual(['signals', 'unknown']))
  shown.set('late', { followUps: [second] })
  worker.dispatchEvent(new MessageEvent('message', { data: { type: 'PUSHED' } }))
  await vi.waitFor(() => expect(names()).toEqual(['signals', 'unknown']))
  stop()
})
