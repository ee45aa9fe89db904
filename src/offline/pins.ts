import type { Company, RecordView } from '../../contract/records/records.ts'
import { idsChecksum } from '../../contract/sync.ts'
import type { InputOf, OutputOf, Send } from './calls.ts'
import type { Tables } from './database.ts'
import type { Local } from './outbox.ts'
import { decideNextStep, type Outcome } from './outcome.ts'
import {
  appendDocs,
  changeDocs,
  docRules,
  toPinDocument,
  readDocs,
  type PinDocument,
} from './pin-docs.ts'
import { headIds } from './pin-head.ts'
import { saveOrEvict, rowOf, signalsIn } from './records.ts'
import { schema, stopsHold, type Pin, type RecordRow } from './rows.ts'

export type PinSource = Pick<Pin, 'source' | 'sourceId' | 'category'>

export const pinId = ({ source, sourceId }: Pick<Pin, 'source' | 'sourceId'>): string =>
  `${source}:${sourceId}`

/** ready: complete; cut: interrupted, and resumed later; a problem: the server refuses, and the stored records stay. */
export type PinEnd = 'ready' | 'cut' | Extract<Outcome, { kind: 'problem' }>

type Answer = OutputOf<'syncRecords'>
type Ask = (
  input: InputOf<'syncRecords'>,
) => Promise<{ answer: Answer } | { end: Exclude<PinEnd, 'ready'> }>

const over = ['pins', 'records', 'docs'] as const
const maxIds = 100

/**
 * Resumes an interrupted copy, or refreshes a complete one by what changed. Each page is stored before the next request. Rejects
 * with StorageError.
 */
export const fetchPin = async (
  local: Local,
  source: PinSource,
  send: Send,
  signal: AbortSignal,
): Promise<PinEnd> => {
  const ask = createAsk(send, signal)
  const existing = await local.device.read(({ pins }) => pins.get(pinId(source)))
  if (
    existing?.state === 'ready' &&
    existing.asOf !== null &&
    existing.hasPeople === true &&
    existing.docRules === docRules
  ) {
    const end = await refresh(local, existing, ask)
    if (end !== 'differs') return end
  }
  return fetchAll(local, source, ask)
}

/**
 * Requests an offline copy; `createPinKeeper` downloads it once the server is reachable. False if the device has as many as the
 * plan includes.
 */
export const requestPin = (
  local: Pick<Local, 'device'>,
  source: PinSource,
  most = Number.POSITIVE_INFINITY,
): Promise<boolean> =>
  local.device.write(['pins'], async ({ pins }) => {
    const id = pinId(source)
    if (await pins.get(id)) return true
    if ((await pins.count()) >= most) return false
    await pins.put({
      ...source,
      id,
      state: 'cut',
      total: 0,
      done: 0,
      cursor: null,
      asOf: null,
      checksum: '',
      fetchedAt: 0,
      bytes: 0,
      schema,
    })
    return true
  })

export const movePin = (local: Pick<Local, 'device'>, from: string, to: PinSource): Promise<void> =>
  local.device.write(over, async ({ pins, docs, records }) => {
    const pin = await pins.get(from)
    const id = pinId(to)
    if (!pin) return
    await pins.put({ ...pin, ...to, id })
    await pins.delete(from)
    const blocks = await docs.where('pin').equals(from).toArray()
    await docs.where('pin').equals(from).delete()
    await docs.bulkPut(blocks.map((block) => ({ ...block, pin: id })))
    await records
      .where('pins')
      .equals(from)
      .modify((row) => {
        row.pins = [...new Set(row.pins.map((each) => (each === from ? id : each)))]
      })
  })

/** Deletes an offline copy and the records that only it needs. `evictOrphans` finishes an interrupted deletion. */
export const unpin = async (local: Pick<Local, 'device'>, id: string): Promise<void> => {
  await local.device.write(['pins', 'docs'], async ({ pins, docs }) => {
    await docs.where('pin').equals(id).delete()
    await pins.delete(id)
  })
  await evictRecords(local, id)
}

/** Evicts records of offline copies that no longer exist. */
export const evictOrphans = async (local: Pick<Local, 'device'>): Promise<void> => {
  const left = await local.device.read(async ({ pins, records }) => {
    const pinIds = new Set(await pins.toCollection().primaryKeys())
    const named = await records.orderBy('pins').uniqueKeys()
    return named.map(String).filter((id) => id !== stopsHold && !pinIds.has(id))
  })
  for (const id of left) await evictRecords(local, id)
}

const evictBatchSize = 250

/** In batches: one transaction over 5,000 records exceeds the storage timeout of a phone and blocks edits. */
const evictRecords = async (local: Pick<Local, 'device'>, id: string): Promise<void> => {
  let freed: number
  do
    freed = await local.device.write(['pins', 'records'], async ({ pins, records }) => {
      // The copy was requested again and owns these records.
      if (await pins.get(id)) return 0
      const rows = await records.where('pins').equals(id).limit(evictBatchSize).toArray()
      await releaseRecords(records, id, rows)
      return rows.length
    })
  while (freed === evictBatchSize)
}

const fetchAll = async (local: Local, source: PinSource, ask: Ask): Promise<PinEnd> => {
  let pin = await startFetch(local, source)
  for (;;) {
    const reply = await ask({
      list: source.sourceId,
      ...(pin.cursor === null ? {} : { cursor: pin.cursor }),
    })
    if ('end' in reply) {
      const { end } = reply
      // The server does not know the cursor any longer: start from the beginning next time.
      const lost = end !== 'cut' && pin.cursor !== null
      await savePin(local, { ...pin, state: 'cut', ...(lost ? { cursor: null, done: 0 } : {}) })
      return lost ? 'cut' : end
    }
    const next = await savePage(local, pin, reply.answer)
    // The copy was deleted during the download.
    if (next === null) return 'cut'
    pin = next
    if (pin.state !== 'ready') continue
    await dropUnlisted(local, pin.id)
    return 'ready'
  }
}

const startFetch = (local: Local, source: PinSource): Promise<Pin> =>
  local.device.write(over, async (tables) => {
    const id = pinId(source)
    const existing = await tables.pins.get(id)
    const goesOn = existing !== undefined && existing.state !== 'ready' && existing.cursor !== null
    if (!goesOn) await tables.docs.where('pin').equals(id).delete()
    const pin: Pin = {
      total: existing?.total ?? 0,
      checksum: '',
      fetchedAt: existing?.fetchedAt ?? 0,
      bytes: existing?.bytes ?? 0,
      done: 0,
      cursor: null,
      asOf: null,
      ...(goesOn ? existing : {}),
      ...source,
      id,
      hasPeople: true,
      docRules,
      state: 'fetching',
      schema,
    }
    await tables.pins.put(pin)
    return pin
  })

const savePage = (local: Local, pin: Pin, answer: Answer): Promise<Pin | null> =>
  local.device.write(over, async (tables) => {
    if (!(await tables.pins.get(pin.id))) return null
    const now = local.now()
    const { page, grown } = await saveRecords(tables, pin, answer, now)
    await appendDocs(tables, pin.id, page)
    const fetched: Pin = {
      ...pin,
      asOf: pin.asOf ?? answer.asOf,
      cursor: answer.cursor,
      total: answer.total,
      done: pin.done + answer.records.length,
      bytes: pin.bytes + grown,
    }
    const whole = answer.cursor === null ? await summarise(tables, fetched, now) : fetched
    await tables.pins.put(whole)
    return whole
  })

/** Fetches only what changed; 'differs' where both sides still have different ids and a full download is needed. */
const refresh = async (local: Local, pin: Pin, ask: Ask): Promise<PinEnd | 'differs'> => {
  const since = { list: pin.sourceId, since: pin.asOf ?? '', checksum: pin.checksum }
  let cursor: string | null = null
  let asOf: string | null = null
  let checksum = ''
  do {
    const reply = await ask(cursor === null ? since : { ...since, cursor })
    if ('end' in reply) return reply.end
    const { answer } = reply
    asOf ??= answer.asOf
    checksum = answer.checksum
    cursor = answer.cursor
    await merge(local, pin, answer)
    const lacking = answer.ids === null ? [] : await findMissingIds(local, pin, answer.ids)
    for (let from = 0; from < lacking.length; from += maxIds) {
      const ids = lacking.slice(from, from + maxIds).join(',')
      const more = await ask({ ids, category: pin.category })
      if ('end' in more) return more.end
      await merge(local, pin, { ...more.answer, ids: null })
    }
  } while (cursor !== null)
  await dropUnlisted(local, pin.id)
  return local.device.write(over, async (tables) => {
    const current = await tables.pins.get(pin.id)
    if (!current) return 'cut'
    const summed = await summarise(tables, current, local.now())
    if (summed.checksum !== checksum) return 'differs'
    await tables.pins.put({ ...summed, total: summed.done, asOf })
    return 'ready'
  })
}

const merge = (local: Local, pin: Pin, answer: Answer): Promise<void> =>
  local.device.write(over, async (tables) => {
    const current = await tables.pins.get(pin.id)
    if (!current) return
    const { page, grown } = await saveRecords(tables, pin, answer, local.now())
    const belong = answer.ids === null ? null : new Set(answer.ids)
    const drops = (id: string): boolean => belong !== null && !belong.has(id)
    if (page.length > 0 || belong !== null) await changeDocs(tables, pin.id, page, drops)
    await tables.pins.update(pin.id, { bytes: current.bytes + grown })
  })

const findMissingIds = async (
  local: Local,
  pin: Pin,
  ids: readonly string[],
): Promise<string[]> => {
  const docs = await local.device.read((tables) => readDocs(tables, pin.id))
  return ids.filter((id) => !docs.has(id))
}

/** Stores records, and the people to ask for at companies; `grown`: by how many bytes the copy grew. */
const saveRecords = async (
  tables: Tables,
  pin: Pin,
  { records, employers, people = [] }: Answer,
  now: number,
): Promise<{ page: PinDocument[]; grown: number }> => {
  const received = [
    ...records.map((view) => rowOf(pin.category, view, now)),
    ...people.map((view) => rowOf('people', view, now)),
  ]
  const existing = await tables.records.bulkGet(received.map(({ id }) => id))
  const rows = received.map((row, index) => ({
    ...row,
    ...signalsIn(existing[index]),
    viewedAt: existing[index]?.viewedAt ?? 0,
    pins: [...new Set([...(existing[index]?.pins ?? []), pin.id])],
  }))
  await tables.records.bulkPut(rows)
  const grown = rows.reduce((sum, { bytes }, index) => {
    const before = existing[index]
    return sum + bytes - (before?.pins.includes(pin.id) === true ? before.bytes : 0)
  }, 0)
  const companies = new Map(employers.map((company: Company) => [company.id, company]))
  const toAsk = Map.groupBy(people, (person) => person.company_id)
  const page = records.map((view: RecordView) =>
    toPinDocument(
      view,
      companies,
      now,
      toAsk.get(view.id)?.map(({ id }) => id),
    ),
  )
  return { page, grown }
}

const summarise = async (tables: Tables, pin: Pin, now: number): Promise<Pin> => {
  const docs = await readDocs(tables, pin.id)
  const ids = new Set(docs.keys())
  return {
    ...pin,
    state: 'ready',
    checksum: idsChecksum(ids),
    head: headIds(docs, pin.category),
    fetchedAt: now,
    done: ids.size,
    cursor: null,
  }
}

/** Releases records without a document in the copy, in batches; the next refresh finishes an interrupted release. */
const dropUnlisted = async (local: Local, id: string): Promise<void> => {
  const dropped = await local.device.read(async (tables) => {
    // Reads only the index: the rows are large. The index comes first, so that records which are added meanwhile stay.
    const recordIds = await tables.records.where('pins').equals(id).primaryKeys()
    const docs = await readDocs(tables, id)
    const people = new Set([...docs.values()].flatMap((each) => each.people))
    return recordIds.filter((record) => !docs.has(record) && !people.has(record))
  })
  for (let from = 0; from < dropped.length; from += evictBatchSize)
    await local.device.write(['pins', 'records'], async ({ pins, records }) => {
      const pin = await pins.get(id)
      // The copy was deleted meanwhile.
      if (!pin) return
      const found = await records.bulkGet(dropped.slice(from, from + evictBatchSize))
      const freed = await releaseRecords(
        records,
        id,
        found.flatMap((row) => (row?.pins.includes(id) === true ? [row] : [])),
      )
      await pins.update(id, { bytes: pin.bytes - freed })
    })
}

const releaseRecords = async (
  records: Tables['records'],
  pin: string,
  rows: readonly RecordRow[],
): Promise<number> => {
  await saveOrEvict(
    records,
    rows.map((row) => ({ ...row, pins: row.pins.filter((each) => each !== pin) })),
  )
  return rows.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** A copy that was deleted during its download is not stored again. */
const savePin = (local: Local, pin: Pin): Promise<void> =>
  local.device.write(['pins'], async ({ pins }) => {
    if (await pins.get(pin.id)) await pins.put(pin)
  })

const createAsk =
  (send: Send, signal: AbortSignal): Ask =>
  async (input) => {
    const outcome = await send('syncRecords', input, { signal }).catch((): Outcome<Answer> => ({
      kind: 'unreachable',
    }))
    if (signal.aborted) return { end: 'cut' }
    if (outcome.kind === 'done') return { answer: outcome.output }
    const refused = ['reject', 'deleted'].includes(decideNextStep(outcome, false).do)
    return { end: outcome.kind === 'problem' && refused ? outcome : 'cut' }
  }
