import { uuidv7 } from 'uuidv7'
import type { Activity } from '../../contract/saved-work/activities.ts'
import { emptyCriteria } from '../../contract/search/criteria.ts'
import type { List } from '../../contract/saved-work/lists.ts'
import type { SavedSearch } from '../../contract/saved-work/searches.ts'
import {
  addNote,
  addVisit,
  changeActivity,
  deleteActivity,
  sendFeedback,
} from '../../src/offline/activities.ts'
import { openDevice } from '../../src/offline/database.ts'
import {
  addToList,
  createList,
  deleteList,
  removeFromList,
  changeList,
} from '../../src/offline/lists.ts'
import type { Local } from '../../src/offline/outbox.ts'
import type { Fields } from '../../src/offline/rows.ts'
import { changeSearch, renameSearch, saveSearch } from '../../src/offline/searches.ts'
import { deleteSearch } from '../../tests/kit/offline/delete-search.ts'
import type { Todo } from './todo.ts'

// In each tab, on the app's own database; the page sends the edits.

export type Holdings = {
  searches: [string, Fields | null][]
  lists: [string, Fields | null][]
  members: [string, Fields | null][]
  activities: [string, Fields | null][]
  conflicts: number
}

export type Rep = {
  do: (todo: Todo) => Promise<string>
  unsent: () => Promise<string[]>
  holdings: () => Promise<Holdings>
}

export const openRep = (userId: string, orgId: string): Rep => {
  const device = openDevice(userId, orgId)
  const local: Local = { device, now: Date.now, newId: uuidv7 }
  const rows = (table: 'searches' | 'lists' | 'members' | 'activities') =>
    device.read(async (tables) =>
      (await tables[table].toArray()).map(({ id, value }): [string, Fields | null] => [id, value]),
    )
  return {
    do: (todo) => perform(local, todo),
    unsent: () =>
      device.read(async ({ outbox }) =>
        (await outbox.toArray()).map(
          ({ entity, state, attempts, problem }) =>
            `${entity} ${state} ${attempts} ${problem?.code ?? ''}`,
        ),
      ),
    holdings: async () => ({
      searches: await rows('searches'),
      lists: await rows('lists'),
      members: await rows('members'),
      activities: await rows('activities'),
      conflicts: await device.read(({ conflicts }) => conflicts.count()),
    }),
  }
}

const perform = async (local: Local, todo: Todo): Promise<string> => {
  const seen = async (table: 'searches' | 'lists' | 'activities', id: string): Promise<object> => {
    const row = await local.device.read((tables) => tables[table].get(id))
    if (!row?.value) throw new Error(`${table}/${id} is not on the device`)
    return row.value
  }
  // The app wrote these rows.
  const search = async (id: string) => (await seen('searches', id)) as SavedSearch
  const list = async (id: string) => (await seen('lists', id)) as List
  const activity = async (id: string) => (await seen('activities', id)) as Activity
  switch (todo.do) {
    case 'save search':
      return saveSearch(local, { name: todo.text, category: 'company', criteria: emptyCriteria })
    case 'rename search':
      await renameSearch(local, await search(todo.id), todo.text)
      return todo.id
    case 'refine search':
      await changeSearch(local, await search(todo.id), { search: todo.text })
      return todo.id
    case 'delete search':
      await deleteSearch(local, todo.id)
      return todo.id
    case 'make list':
      return createList(local, { name: todo.text, category: 'company', recordIds: todo.records })
    case 'rename list':
      await changeList(local, await list(todo.id), { name: todo.text })
      return todo.id
    case 'add':
      await addToList(local, todo.id, todo.records)
      return todo.id
    case 'take out':
      await removeFromList(local, todo.id, todo.records)
      return todo.id
    case 'delete list':
      await deleteList(local, todo.id)
      return todo.id
    case 'note':
      return addNote(local, { category: 'company', recordId: todo.record }, todo.text)
    case 'visit':
      return addVisit(
        local,
        { category: 'company', recordId: todo.record },
        { outcome: 'met', text: todo.text },
      )
    case 'reword':
      await changeActivity(local, await activity(todo.id), { text: todo.text })
      return todo.id
    case 'delete note':
      await deleteActivity(local, todo.id)
      return todo.id
    case 'feedback':
      await sendFeedback(local, { kind: 'idea', message: todo.text, page: '/dashboard' })
      return ''
  }
}
