import type { Signal, SignalAct } from '../../contract/signals/signals.ts'
import type { InputOf } from './calls.ts'
import type { Device, Tables } from './database.ts'
import { editTables, enqueue, type Local } from './outbox.ts'
import { schema, type Entry, type Fields, type SignalsOf } from './rows.ts'

/** How many of the newest signals stay on the device; a call acts on as many at most (`mostActedOn`). */
export const signalsKept = 200

/** Keeps the newest signals as the server told them, in place of those kept before; what was done here and is not sent yet stands. */
export const keepSignals = (
  { device, now }: Pick<Local, 'device' | 'now'>,
  told: readonly Signal[],
): Promise<void> =>
  device.write(['signals', 'outbox', 'meta'], async (tables) => {
    const acts = await unsent(tables)
    const newest = told.toSorted((x, y) => (atOf(x) < atOf(y) ? 1 : -1)).slice(0, signalsKept)
    await tables.signals.clear()
    await tables.signals.bulkPut(
      newest.map((signal) =>
        rowOf(
          acts.reduce(
            (done, { ids, act }) => (ids.includes(signal.id) ? acted(done, act) : done),
            signal,
          ),
        ),
      ),
    )
    await tables.meta.put({ key: keptKey, value: now() })
  })

/** The kept signals, the newest first, dismissed ones among them, and when the server told them (ms since 1970; null: never). */
export const keptSignals = (
  device: Device,
): Promise<{ signals: readonly Signal[]; asOf: number | null }> =>
  device.read(async ({ signals, meta }) => {
    const rows = await signals.orderBy('at').toArray()
    const at = (await meta.get(keptKey))?.value
    return {
      signals: rows.map(signalIn).toReversed(),
      asOf: typeof at === 'number' ? at : null,
    }
  })

/** Keeps what happened at a company or to a person beside the record, where this device holds it. */
export const keepSignalsOf = (
  { device, now }: Pick<Local, 'device' | 'now'>,
  recordId: string,
  told: { total: number; signals: readonly Signal[] },
): Promise<unknown> =>
  device.write(['records'], ({ records }) =>
    records.update(recordId, {
      signals: { total: told.total, signals: [...told.signals], fetchedAt: now() },
    }),
  )

/** What happened at a company or to a person as this device knows it, beside the record or among the newest; null where it does not. */
export const keptSignalsOf = async (
  device: Device,
  recordId: string,
): Promise<SignalsOf | null> => {
  const beside = await device.read(({ records }) => records.get(recordId))
  if (beside?.signals) return beside.signals
  const { signals, asOf } = await keptSignals(device)
  const about = signals.filter(
    ({ company, person, dismissed }) =>
      !dismissed && (company?.id === recordId || person?.id === recordId),
  )
  return asOf === null || about.length === 0
    ? null
    : { total: about.length, signals: about, fetchedAt: asOf }
}

/** What the kept signals speak of, the most frequent first. */
export const keptTopics = async (device: Device): Promise<string[]> => {
  const counts = new Map<string, number>()
  for (const { key_topics: topics } of (await keptSignals(device)).signals)
    for (const topic of topics) counts.set(topic, (counts.get(topic) ?? 0) + 1)
  return [...counts].toSorted(([, x], [, y]) => y - x).map(([topic]) => topic)
}

/** Signals that are dismissed here, and the server may not know it yet. */
export const dismissedHere = (device: Device): Promise<ReadonlySet<string>> =>
  device.read(async (tables) => {
    const dismissed = new Set<string>()
    for (const { ids, act } of await unsent(tables))
      for (const id of ids) {
        if (act === 'dismiss') dismissed.add(id)
        if (act === 'restore') dismissed.delete(id)
      }
    return dismissed
  })

/** Marks signals as seen, dismisses them or takes that back: on this device at once, on the server as soon as it is reached. */
export const actOnSignals = (
  local: Local,
  ids: readonly string[],
  act: SignalAct,
): Promise<void> => {
  const made = { id: local.newId(), at: local.now() }
  return local.device.write([...editTables, 'signals'], async (tables) => {
    const rows = await tables.signals.bulkGet([...ids])
    await tables.signals.bulkPut(
      rows.flatMap((row) => (row ? [rowOf(acted(signalIn(row), act))] : [])),
    )
    // Scrolling through a hundred signals without a connection is one change that waits, not a hundred.
    const waiting = (await tables.outbox.where('entity').equals(entityOf(act)).toArray()).find(
      (entry) => act === 'seen' && isHere(entry) && actIn(entry).ids.length < signalsKept,
    )
    const known = waiting ? actIn(waiting).ids : []
    const all = [...new Set([...known, ...ids])].slice(0, signalsKept)
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
        made,
      )
  })
}

/** What an entry of the outbox does to signals. */
export const actIn = ({ extra }: Pick<Entry, 'extra'>): InputOf<'actOnSignals'> =>
  // Put there by `actOnSignals`, and kept by Dexie as it was.
  extra as InputOf<'actOnSignals'>

// Dismissing and taking it back keep their order; having seen something stands in nobody's way.
const entityOf = (act: SignalAct): string => (act === 'seen' ? 'signals:seen' : 'signals:dismissed')

const isHere = ({ state, attempts, request }: Entry): boolean =>
  state === 'waiting' && attempts === 0 && request === null

const acted = (signal: Signal, act: SignalAct): Signal =>
  act === 'seen' ? { ...signal, seen: true } : { ...signal, dismissed: act === 'dismiss' }

const unsent = async ({ outbox }: Pick<Tables, 'outbox'>): Promise<InputOf<'actOnSignals'>[]> =>
  (await outbox.orderBy('seq').toArray())
    .filter(({ kind, state }) => kind === 'signals-act' && state !== 'parked')
    .map(actIn)

const rowOf = (signal: Signal): Fields => ({ id: signal.id, at: atOf(signal), signal, schema })

/** The signal of a row of the table `signals`. */
export const signalIn = (row: Fields): Signal =>
  // Rows are written by this file alone, from what the contract promises.
  row.signal as Signal

const atOf = ({ event_date: day, detected_at: at }: Signal): string => `${day} ${at}`

const keptKey = 'signalsAt'
