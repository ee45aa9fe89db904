import { schema, type Entry } from '../../../src/offline/rows.ts'

/** Of the outbox: a new note that is being sent. */
export const anEntry = (id: string, given: Partial<Entry> = {}): Entry => ({
  seq: 1,
  id,
  kind: 'activity',
  entity: `activity:${id}`,
  table: 'activities',
  item: id,
  effect: { do: 'create', value: { kind: 'note', text: 'Call back' } },
  extra: {},
  base: null,
  at: 0,
  attempts: 1,
  failures: 0,
  nextAt: 0,
  state: 'sending',
  since: 0,
  request: null,
  problem: null,
  estimate: null,
  schema,
  ...given,
})
