import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { emptyCriteria } from '../../contract/search/criteria.ts'
import { newAgent } from '../../contract/signals/agents.ts'
import { addNote, addVisit, reportWrong, sendFeedback } from '../../src/offline/activities.ts'
import { createAgent } from '../../src/offline/agents.ts'
import { setCadence } from '../../src/offline/cadences.ts'
import { addStops } from '../../src/offline/day-plans.ts'
import { queueDownload } from '../../src/offline/downloads.ts'
import { addFollowUp } from '../../src/offline/follow-ups.ts'
import { addToList, createList } from '../../src/offline/lists.ts'
import { saveRecent, saveSearch } from '../../src/offline/searches.ts'
import { someDevice } from '../../tests/kit/device/device.ts'
import { unloadDevice, type StoredDevice } from '../../tests/kit/device/stored-device.ts'

/** A device that was offline for a day: unsent edits of the kinds that a rep makes. */
export const fillDevice = async (companies: readonly string[]): Promise<StoredDevice> => {
  const indexedDB = new IDBFactory()
  const local = someDevice(indexedDB, 'user_alex')
  const [first = '', second = ''] = companies
  const about = { category: 'company', recordId: first, name: 'First' } as const
  const criteria = { ...emptyCriteria, filters: { country: ['AU'] } }
  await saveSearch(local, { name: 'Made offline', category: 'company', criteria })
  await saveRecent(local, 'company', criteria)
  const list = await createList(local, {
    name: 'Round of the week',
    category: 'company',
    recordIds: [first],
  })
  await addToList(local, list, [second])
  await addNote(local, about, 'Gate code at the desk')
  await addVisit(local, about, { outcome: 'call back' })
  await reportWrong(local, about, { field: 'phones', text: 'Dead number' })
  await addFollowUp(local, about, {
    text: 'Ring again',
    dueDay: '2026-03-05',
    dueTime: null,
    origin: null,
  })
  await addStops(local, '2026-03-05', [{ category: 'company', recordId: second, name: 'Second' }])
  await setCadence(local, { target: 'company', targetId: second, name: 'Second' }, 6)
  await createAgent(local, { ...newAgent, name: 'Made offline' })
  const source = { kind: 'ids' as const, ids: [first] }
  await queueDownload(local, local.newId(), { category: 'company', source, agreed: 1 })
  await sendFeedback(local, { kind: 'praise', message: 'Works in a lift', page: '/dashboard' })
  local.device.close()
  return unloadDevice(indexedDB, local.device.name)
}
