import fc from 'fast-check'
import type { agentsEndpoints } from '../../../contract/signals/agents.ts'
import type { notificationsEndpoints } from '../../../contract/signals/notifications.ts'
import type { pushEndpoints } from '../../../contract/signals/push.ts'
import { signalFilters } from '../../../contract/signals/signal-filters.ts'
import type { signalsEndpoints } from '../../../contract/signals/signals.ts'

type Any = fc.Arbitrary<unknown>
type Calls = typeof signalsEndpoints &
  typeof agentsEndpoints &
  typeof notificationsEndpoints &
  typeof pushEndpoints

/** It exists, so that hostile requests reach further than 'not found'. */
export const seededAgentId = '5e3f0d52-0000-4000-8000-000000000021'

export const signalInputs = ({
  text,
  number,
  mostly,
}: {
  text: Any
  number: Any
  mostly: (good: Any, bad: Any) => Any
}): Record<keyof Calls, fc.Arbitrary<Record<string, unknown>>> => {
  const id = mostly(fc.constant(seededAgentId), fc.oneof(fc.uuid(), text))
  const ids = mostly(fc.array(fc.uuid(), { maxLength: 3 }), fc.array(text, { maxLength: 3 }))
  const category = mostly(fc.constantFrom('company', 'people', 'intent'), text)
  const value = fc.oneof(
    text,
    fc.uuid(),
    fc.constantFrom('hiring_surge', 'AU/WA', '30', '2026-01-01..', '..', 'Sales', '9999-99-99..0'),
  )
  const filters = mostly(
    fc.dictionary(
      fc.constantFrom(...signalFilters.map(({ identifier }) => identifier), '__proto__', 'abn'),
      fc.array(value, { maxLength: 3 }),
      { maxKeys: 3 },
    ),
    text,
  )
  const question = { category, filters, search: text, agentId: id, incrementalRunIds: ids }
  const records = fc.record(
    {
      ...question,
      from: mostly(fc.constantFrom(0, 10, 10_000), number),
      size: mostly(fc.constantFrom(1, 100), number),
      sorting: mostly(
        fc.array(
          fc.record({
            field: mostly(fc.constantFrom('event_date', 'surge_rating'), text),
            order: fc.constantFrom('asc', 'desc'),
          }),
          { maxLength: 1 },
        ),
        text,
      ),
    },
    { requiredKeys: ['category'] },
  )
  const slug = mostly(fc.constantFrom('hiring_surge', 'job_change'), text)
  const moment = mostly(fc.constantFrom('2027-01-01T00:00:00Z', '2026-03-04T00:00:00+10:00'), text)
  const watched = {
    category,
    filters,
    types: mostly(fc.array(slug, { maxLength: 2 }), text),
    listIds: ids,
    cadence: mostly(fc.constantFrom('instant', 'daily', 'weekly'), text),
    channels: mostly(
      fc.constantFrom(['app'], ['app', 'push', 'email', 'crm_task']),
      fc.array(text),
    ),
    quiet: mostly(fc.constantFrom(null, { from: 1140, until: 420 }), text),
    mostADay: mostly(fc.constantFrom(1, 50), number),
    minConfidence: mostly(fc.constantFrom(0, 0.6, 1), number),
    paused: fc.boolean(),
  }
  const name = mostly(fc.constantFrom('Hiring surge, WA', ' x '), text)
  const own = fc.oneof<Any[]>(fc.uuid(), fc.constant(seededAgentId), text)
  const nothing = fc.constant({})
  return {
    coreSignals: records,
    targetingSignals: records,
    intentSignals: records,
    signals: records,
    signalsOverTime: fc.record(question, { requiredKeys: ['category'] }),
    signalsOf: fc.record({ category: mostly(fc.constantFrom('company', 'people'), text), id }),
    actOnSignals: fc.record({
      ids,
      act: mostly(fc.constantFrom('seen', 'dismiss', 'restore'), text),
    }),
    snoozes: nothing,
    snoozeType: fc.record({ slug, until: fc.oneof(moment, fc.constant(null)) }),
    agents: nothing,
    createAgent: fc.record(
      { ...watched, name, id: own },
      { requiredKeys: ['name', ...typedKeys(watched)] },
    ),
    updateAgent: fc.record({ ...watched, name, id }),
    deleteAgent: fc.record({ id: own }),
    runAgent: fc.record({ id }),
    agentRuns: fc.record({ id }),
    previewAgent: fc.record(watched),
    notices: nothing,
    readNotices: fc.oneof(fc.record({ ids }), fc.record({ upTo: moment })),
    pushKey: nothing,
    subscribeDevice: fc.record({
      endpoint: mostly(
        fc.constantFrom('https://fcm.googleapis.com/fcm/send/abc', 'http://127.0.0.1:22/'),
        text,
      ),
      keys: fc.record({
        p256dh: mostly(fc.constant(`B${'a'.repeat(86)}`), text),
        auth: mostly(fc.constant('a'.repeat(22)), text),
      }),
      label: mostly(fc.constant('Chrome on Android'), text),
    }),
    pushDevices: nothing,
    forgetDevice: fc.record({ id }),
    pushSettings: fc.record({ showNames: fc.oneof<Any[]>(fc.boolean(), text) }),
  }
}

// An object literal has exactly the keys of its type.
const typedKeys = <T extends object>(value: T): (keyof T)[] => Object.keys(value) as (keyof T)[]
