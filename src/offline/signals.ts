import type { Signal, SignalAct } from '../../contract/signals/signals.ts'
import type { InputOf } from './calls.ts'
import type { Device, Tables } from './database.ts'
import { actIn } from './entities/signals-act.ts'
import { editTables, enqueue, type Local } from './outbox.ts'
import { schema, type Entry, type Fields, type SignalsOf } from './rows.ts'

/** How many of the newest signals stay on the device; one request acts on at most as many. */
export const maxSignals = 200

/** Replaces the stored signals by the newest; unsent acts stay applied. */
export const saveSignals = (
  { device, now }: Pick<Local, 'device' | 'now'>,
  received: readonly Signal[],
): Promise<void> =>
  device.write(['signals', 'outbox', 'meta'], async (tables) => {
    const acts = await readUnsentActs(tables)
    const newest = received.toSorted((x, y) => (atOf(x) < atOf(y) ? 1 : -1)).slice(0, maxSignals)
    await tables.signals.clear()
    await tables.signals.bulkPut(
      newest.map((signal) =>
        rowOf(
          acts.reduce(
            (done, { ids, act }) => (ids.includes(signal.id) ? applyAct(done, act) : done),
            signal,
          ),
        ),
      ),
    )
    await tables.meta.put({ key: signalsAtKey, value: now() })
  })

/** The stored signals, the newest first and dismissed ones included, and when they were read (ms since 1970; null: never). */
export const readSignals = (
  device: Device,
): Promise<{ signals: readonly Signal[]; asOf: number | null }> =>
  device.read(async ({ signals, meta }) => {
    const rows = await signals.orderBy('at').toArray()
    const at = (await meta.get(signalsAtKey))?.value
    return {
      signals: rows.map(signalIn).toReversed(),
      asOf: typeof at === 'number' ? at : null,
    }
  })

export const saveSignalsOf = (
  { device, now }: Pick<Local, 'device' | 'now'>,
  recordId: string,
  received: { total: number; signals: readonly Signal[] },
): Promise<unknown> =>
  device.write(['records'], ({ records }) =>
    records.update(recordId, {
      signals: { total: received.total, signals: [...received.signals], fetchedAt: now() },
    }),
  )

/** Adds signals of an offline copy to its records, each to the company and the person that it is about. */
export const savePinSignals = (
  { device, now }: Pick<Local, 'device' | 'now'>,
  pin: string,
  received: readonly Signal[],
): Promise<void> =>
  device.write(['records', 'pins'], async ({ records, pins }) => {
    const about = new Map<string, Signal[]>()
    for (const signal of received)
      for (const subject of [signal.company, signal.person])
        if (subject) about.set(subject.id, [...(about.get(subject.id) ?? []), signal])
    const rows = await records.bulkGet([...about.keys()])
    await records.bulkPut(
      rows.flatMap((row) => {
        if (row === undefined) return []
        const all = new Map(row.signals?.signals.map((signal) => [signal.id, signal]))
        for (const signal of about.get(row.id) ?? []) all.set(signal.id, signal)
        const signals = [...all.values()].toSorted((x, y) => (atOf(x) < atOf(y) ? 1 : -1))
        const total = Math.max(row.signals?.total ?? 0, signals.length)
        return [{ ...row, signals: { total, signals, fetchedAt: row.signals?.fetchedAt ?? now() } }]
      }),
    )
    await pins.update(pin, { signalsAt: now() })
  })

/** The signals of a record as this device knows them; null where it knows none. */
export const readSignalsOf = async (
  device: Device,
  recordId: string,
): Promise<SignalsOf | null> => {
  const beside = await device.read(({ records }) => records.get(recordId))
  if (beside?.signals) return beside.signals
  const { signals, asOf } = await readSignals(device)
  const about = signals.filter(
    ({ company, person, dismissed }) =>
      !dismissed && (company?.id === recordId || person?.id === recordId),
  )
  return asOf === null || about.length === 0
    ? null
    : { total: about.length, signals: about, fetchedAt: asOf }
}

export const readTopics = async (device: Device): Promise<string[]> => {
  const counts = new Map<string, number>()
  for (const { key_topics: topics } of (await readSignals(device)).signals)
    for (const topic of topics) counts.set(topic, (counts.get(topic) ?? 0) + 1)
  return [...counts].toSorted(([, x], [, y]) => y - x).map(([topic]) => topic)
}

/** Signals that are dismissed here and perhaps not yet on the server. */
export const readDismissedIds = (device: Device): Promise<ReadonlySet<string>> =>
  device.read(async (tables) => {
    const dismissed = new Set<string>()
    for (const { ids, act } of await readUnsentActs(tables))
      for (const id of ids) {
        if (act === 'dismiss') dismissed.add(id)
        if (act === 'restore') dismissed.delete(id)
      }
    return dismissed
  })

/** Marks signals as seen, dismisses or restores them: here at once, on the server with the next sync. */
export const actOnSignals = (
  local: Local,
  ids: readonly string[],
  act: SignalAct,
): Promise<void> => {
  const stamp = { id: local.newId(), at: local.now() }
  return local.device.write([...editTables, 'signals'], async (tables) => {
    const rows = await tables.signals.bulkGet([...ids])
    await tables.signals.bulkPut(
      rows.flatMap((row) => (row ? [rowOf(applyAct(signalIn(row), act))] : [])),
    )
    // Scrolling past a hundred signals offline must queue one edit, not a hundred.
    const waiting = (await tables.outbox.where('entity').equals(entityOf(act)).toArray()).find(
      (entry) => act === 'seen' && isUnsent(entry) && actIn(entry).ids.length < maxSignals,
    )
    const known = waiting ? actIn(waiting).ids : []
    const all = [...new Set([...known, ...ids])].slice(0, maxSignals)
    if (waiting) await tables.outbox.update(waiting.seq, { extra: { ids: all, act } })
    else
      await enqueue(
        tables,
        {
          kind: 'signals-act',
          table: null,
          item: '',
          entity: entityOf(act),
          effect: { do: 'ask' },
          extra: { ids: all, act },
        },
        stamp,
      )
  })
}

// Dismiss and restore keep their order; 'seen' needs no order.
const entityOf = (act: SignalAct): string => (act === 'seen' ? 'signals:seen' : 'signals:dismissed')

const isUnsent = ({ state, attempts, request }: Entry): boolean =>
  state === 'waiting' && attempts === 0 && request === null

const applyAct = (signal: Signal, act: SignalAct): Signal =>
  act === 'seen' ? { ...signal, seen: true } : { ...signal, dismissed: act === 'dismiss' }

const readUnsentActs = async ({
  outbox,
}: Pick<Tables, 'outbox'>): Promise<InputOf<'actOnSignals'>[]> =>
  (await outbox.orderBy('seq').toArray())
    .filter(({ kind, state }) => kind === 'signals-act' && state !== 'parked')
    .map(actIn)

const rowOf = (signal: Signal): Fields => ({ id: signal.id, at: atOf(signal), signal, schema })

export const signalIn = (row: Fields): Signal =>
  // Only this file writes these rows, from what the contract parsed.
  row.signal as Signal

const atOf = ({ event_date: day, detected_at: at }: Signal): string => `${day} ${at}`

const signalsAtKey = 'signalsAt'
