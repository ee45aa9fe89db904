// @vitest-environment node
import { asSend, poke, someDevice, someSync } from '../../kit/device/device.ts'
import { describe, expect, it } from 'vitest'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { addVisit, changeActivity } from '../../../src/offline/activities.ts'
import { openDevice } from '../../../src/offline/database.ts'
import { addFollowUp } from '../../../src/offline/follow-ups.ts'
import { activitiesOf, unsettled } from '../../../src/offline/live.ts'
import type { Local } from '../../../src/offline/outbox.ts'
import { addUnsent, saveUnsent } from '../../../src/offline/unsent-file.ts'
import { aCompany } from '../../kit/fixtures/records.ts'

const { id: recordId, name } = aCompany(1)
const org = 'org_harbour'

const withWork = async (): Promise<Local> => {
  const local = someDevice()
  const about = { category: 'company', recordId, name } as const
  const id = await addVisit(local, about, { outcome: 'call back', text: 'Back on Thursday' })
  const origin = { kind: 'visit', id } as const
  await addFollowUp(local, about, { text: '', dueDay: '2026-03-05', dueTime: null, origin })
  return local
}
const unsentOf = async ({ device }: Local) => (await unsettled(device)).unsent

/** Answers each key once, as the server does. */
const aServer = () => {
  const stored = new Map<string, object>()
  const calls: string[] = []
  const send = asSend(async (call, input, { idempotencyKey = '' }) => {
    if (call === 'changes')
      return { kind: 'done', output: { changes: [], cursor: 'c', more: false, reset: false } }
    calls.push(call)
    if (!stored.has(idempotencyKey)) stored.set(idempotencyKey, { ...input, version: 1 })
    const item = stored.get(idempotencyKey)
    return {
      kind: 'done',
      output: call === 'patchActivity' ? { activity: item, overruled: [] } : item,
    }
  })
  return { send, stored, calls }
}
const sync = async (local: Local, server: ReturnType<typeof aServer>): Promise<void> => {
  const running = someSync(local, server.send)
  await poke(running)
  await running.stop()
}

describe('unsent work in a file', () => {
  it('shows on another device of the same person and is stored once, though both devices send it', async () => {
    const first = await withWork()
    const file = await saveUnsent(first, org)
    expect(file.changes).toBe(2)
    const second = someDevice()
    expect(await addUnsent(second, file.text)).toEqual({ is: 'added', added: 2, known: 0 })
    expect((await unsentOf(second)).map(({ id }) => id)).toEqual(
      (await unsentOf(first)).map(({ id }) => id),
    )
    expect(await activitiesOf(second.device, recordId)).toMatchObject([
      { value: { outcome: 'call back', text: 'Back on Thursday' }, state: 'on this device' },
    ])
    const server = aServer()
    await sync(second, server)
    await sync(first, server)
    expect(server.calls).toHaveLength(4)
    expect([...server.stored.values()]).toMatchObject([{ outcome: 'call back' }, { recordId }])
    expect([await unsentOf(first), await unsentOf(second)]).toEqual([[], []])
  })

  it('is added once, again before it is sent and again afterwards', async () => {
    const { text } = await saveUnsent(await withWork(), org)
    const second = someDevice()
    await addUnsent(second, text)
    expect(await addUnsent(second, text)).toEqual({ is: 'added', added: 0, known: 2 })
    expect(await unsentOf(second)).toHaveLength(2)
    await sync(second, aServer())
    expect(await addUnsent(second, text)).toEqual({ is: 'added', added: 0, known: 2 })
    expect(await unsentOf(second)).toEqual([])
  })

  it('loses no later edit: the first device sends it apart from what the file has', async () => {
    const first = await withWork()
    const { text } = await saveUnsent(first, org)
    const [visit] = await activitiesOf(first.device, recordId)
    if (visit === undefined) throw new Error('The visit is on the device')
    await changeActivity(first, visit.value, { text: 'Back on Friday' })
    expect((await unsentOf(first)).map(({ effect }) => effect.do)).toEqual([
      'create',
      'create',
      'change',
    ])
    const second = someDevice()
    await addUnsent(second, text)
    const server = aServer()
    await sync(second, server)
    await sync(first, server)
    expect(server.calls.at(-1)).toBe('patchActivity')
  })

  it('is refused for another person, another company and a newer version, and adds nothing', async () => {
    const first = await withWork()
    const { text } = await saveUnsent(first, org)
    const elsewhere = (userId: string, orgId: string): Local => ({
      ...someDevice(),
      device: openDevice(userId, orgId, { indexedDB: new IDBFactory(), IDBKeyRange }),
    })
    const other = elsewhere('user_kim', org)
    expect(await addUnsent(other, text)).toEqual({ is: 'other-person' })
    const away = elsewhere('user_rep', 'org_southern')
    expect(await addUnsent(away, text)).toEqual({ is: 'other-company' })
    const newer = JSON.stringify({ ...JSON.parse(text), version: 2 })
    const second = someDevice()
    expect(await addUnsent(second, newer)).toEqual({ is: 'newer' })
    for (const local of [other, away, second]) expect(await unsentOf(local)).toEqual([])
  })

  it('is refused as damaged wherever a character changed or the end is missing', async () => {
    const { text } = await saveUnsent(await withWork(), org)
    const second = someDevice()
    const flipped = (at: number): string =>
      `${text.slice(0, at)}${text[at] === 'x' ? 'y' : 'x'}${text.slice(at + 1)}`
    const start = text.indexOf('checksum')
    const step = Math.ceil((text.length - start) / 200)
    for (let at = start; at < text.length; at += step) {
      const { is } = await addUnsent(second, flipped(at))
      expect([at, is]).toEqual([at, 'damaged'])
      expect((await addUnsent(second, text.slice(0, at))).is).toBe('damaged')
    }
    for (const none of ['', '{}', 'name,domain\n', '[1]'])
      expect((await addUnsent(second, none)).is).toBe('no-file')
    expect(await unsentOf(second)).toEqual([])
  })
})
