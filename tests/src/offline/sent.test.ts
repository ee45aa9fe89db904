import { expect, it } from 'vitest'
import { applyPage, readPullStart } from '../../../src/offline/apply-page.ts'
import { dropOldSent, readSent, saveSent } from '../../../src/offline/sent.ts'
import { someDevice } from '../../kit/device/device.ts'
import { anEntry } from '../../kit/offline/an-entry.ts'

const day = 24 * 3_600_000

const sentIds = async (local: ReturnType<typeof someDevice>, now = local.now()) =>
  (await local.device.read((tables) => readSent(tables, now))).map(({ id }) => id)

it('what was sent stays for 7 days, the latest first, without what happens by the way', async () => {
  const local = someDevice()
  const now = local.now()
  await local.device.write(['sent'], async (tables) => {
    await saveSent(tables, anEntry('old'), {}, now - 7.1 * day)
    await saveSent(tables, anEntry('before'), {}, now - 6.9 * day)
    await saveSent(tables, anEntry('now'), {}, now)
    await saveSent(tables, anEntry('seen', { kind: 'signals-act', table: null }), {}, now)
  })
  expect(await sentIds(local)).toEqual(['now', 'before'])
  await dropOldSent(local)
  expect(await local.device.read(({ sent }) => sent.count())).toBe(2)
})

it('a removed person takes what was sent about them along', async () => {
  const local = someDevice()
  await local.device.write(['sent'], async (tables) => {
    await saveSent(tables, anEntry('about'), { recordId: 'p-removed' }, local.now())
    await saveSent(tables, anEntry('other'), { recordId: 'p-stays' }, local.now())
  })
  const page = { changes: [], cursor: 'c1', more: false, reset: true }
  await applyPage(local, await readPullStart(local), { ...page, removedRecordIds: ['p-removed'] })
  expect(await sentIds(local)).toEqual(['other'])
})
