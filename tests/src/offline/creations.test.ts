import { describe, expect, it } from 'vitest'
import { api } from '../../../contract/api.ts'
import { emptyCriteria } from '../../../contract/search/criteria.ts'
import { entityIn, entityKey } from '../../../src/offline/entities/entities.ts'
import { schema, type Entry, type Fields } from '../../../src/offline/rows.ts'

const changes = {
  searches: api.patchSearch.input.shape.changes,
  lists: api.patchList.input.shape.changes,
  activities: api.patchActivity.input.shape.changes,
  followUps: api.patchFollowUp.input.shape.changes,
}

const creationOf = (table: keyof typeof changes, value: Fields): Entry => ({
  seq: 1,
  id: 'entry-1',
  kind: entityIn(table).kind,
  entity: entityKey(table, 'item-1'),
  table,
  item: 'item-1',
  effect: { do: 'create', value },
  extra: {},
  base: null,
  at: 0,
  attempts: 0,
  failures: 0,
  nextAt: 0,
  state: 'waiting',
  since: 0,
  request: null,
  problem: null,
  estimate: null,
  schema,
})

// The outbox adds a change of an unsent item to its creation.
describe('the creation of an item', () => {
  for (const table of Object.keys(changes) as (keyof typeof changes)[])
    it(`in ${table} sends every field that a change can hold`, () => {
      const fields = Object.keys(changes[table].shape)
      const changed = Object.fromEntries(fields.map((field) => [field, `changed ${field}`]))
      const value = { kind: 'visit', ...emptyCriteria, ...changed }
      const request = entityIn(table).create?.request(creationOf(table, value))
      for (const field of fields) expect(request?.input).toHaveProperty(field, changed[field])
    })
})
