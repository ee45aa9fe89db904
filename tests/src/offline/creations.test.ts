import { describe, expect, it } from 'vitest'
import { api } from '../../../contract/api.ts'
import { emptyCriteria } from '../../../contract/search/criteria.ts'
import { entityIn } from '../../../src/offline/entities/entities.ts'
import { anEntry } from '../../kit/offline/an-entry.ts'

const changes = {
  searches: api.patchSearch.input.shape.changes,
  lists: api.patchList.input.shape.changes,
  activities: api.patchActivity.input.shape.changes,
  followUps: api.patchFollowUp.input.shape.changes,
}

// The outbox adds a change of an unsent item to its creation.
describe('the creation of an item', () => {
  for (const table of Object.keys(changes) as (keyof typeof changes)[])
    it(`in ${table} sends every field that a change can hold`, () => {
      const fields = Object.keys(changes[table].shape)
      const changed = Object.fromEntries(fields.map((field) => [field, `changed ${field}`]))
      const value = { kind: 'visit', ...emptyCriteria, ...changed }
      const entry = anEntry('item-1', { table, effect: { do: 'create', value } })
      const request = entityIn(table).create?.request(entry)
      for (const field of fields) expect(request?.input).toHaveProperty(field, changed[field])
    })
})
