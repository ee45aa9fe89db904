import type { Company, RecordView } from '../../contract/records/records.ts'
import { idsChecksum } from '../../contract/sync.ts'
import type { OutputOf } from './calls.ts'
import type { Tables } from './database.ts'
import type { Local } from './outbox.ts'
import { verdictOn, type Outcome, type Send } from './outcome.ts'
import { appendDocs, changeDocs, documented, readDocs, type Documented } from './pin-docs.ts'
import { headIds } from './pin-head.ts'
import { forget, rowOf } from './records.ts'
import { schema, type Pin, type RecordRow } from './rows.ts'

/** What to keep: the records of a list or of a saved search. */
export type PinSource = Pick<Pin, 'source' | 'sourceId' | 'category'>

export const pinId = ({ source, sourceId }: Pick<Pin, 'source' | 'sourceId'>): string =>
  `${source}:${sourceId}`

/** ready: whole; cut: the network went, goes on where it stopped; a problem: the server says no, what is held stays. */
export type PinEnd = 'ready' | 'cut' | Extract<Outcome, { kind: 'problem' }>

type Answer = OutputOf<'syncRecords'>
type Ask = (
  input: Record<string, string | number>,
) => Promise<{ answer: Answer } | { end: Exclude<PinEnd, 'ready'> }>

const over = ['pins', 'records', 'docs'] as const
const mostIds = 100

/**
 * Makes the records of a list or saved search available offline, goes on where that was cut off, or brings what is held up to date by
 * what changed. Each page is on the device before the next is asked for. Rejects with StorageTrouble.
 */
export const fetchPin = async (
  local: Local,
  source: PinSource,
  send: Send,
  signal: AbortSignal,
): Promise<PinEnd> => {
  const ask = asking(send, signal)
  const held = await local.device.read(({ pins }) => pins.get(pinId(source)))
  if (held?.state === 'ready' && held.asOf !== null) {
    const end = await refresh(local, held, ask)
    if (end !== 'differs') return end
  }
  return fetchAll(local, source, ask)
}

/** Notes on the device that something is to be available offline; `createPinKeeper` fetches it once the server can be reached. */
export const askForPin = (local: Pick<Local, 'device'>, source: PinSource): Promise<void> =>
  local.device.write(['pins'], async ({ pins }) => {
    const id = pinId(source)
    if (await pins.get(id)) return
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
  })

/** What is kept of one list is from now on another's: it was made anew under another id. */
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

/** Frees what only this pin held. Where the page goes away meanwhile, `freeLeft` frees the rest. */
export const unpin = async (local: Pick<Local, 'device'>, id: string): Promise<void> => {
  await local.device.write(['pins', 'docs'], async ({ pins, docs }) => {
    await docs.where('pin').equals(id).delete()
    await pins.delete(id)
  })
  await freeRecords(local, id)
}

/** Frees what a pin that is not there any more left behind. */
export const freeLeft = async (local: Pick<Local, 'device'>): Promise<void> => {
  const left = await local.device.read(async ({ pins, records }) => {
    const held = new Set(await pins.toCollection().primaryKeys())
    const named = await records.orderBy('pins').uniqueKeys()
    return named.map(String).filter((id) => !held.has(id))
  })
  for (const id of left) await freeRecords(local, id)
}

const freedAtOnce = 250

/** A few at a time: freed in one transaction, 5,000 records take a phone longer than a storage is waited for, and hold up its edits. */
const freeRecords = async (local: Pick<Local, 'device'>, id: string): Promise<void> => {
  let freed: number
  do
    freed = await local.device.write(['pins', 'records'], async ({ pins, records }) => {
      // Asked for again meanwhile: what is there is its own.
      if (await pins.get(id)) return 0
      const rows = await records.where('pins').equals(id).limit(freedAtOnce).toArray()
      await letGo(records, id, rows)
      return rows.length
    })
  while (freed === freedAtOnce)
}

const fetchAll = async (local: Local, source: PinSource, ask: Ask): Promise<PinEnd> => {
  let pin = await begin(local, source)
  for (;;) {
    const asked = await ask({
      list: source.sourceId,
      ...(pin.cursor === null ? {} : { cursor: pin.cursor }),
    })
    if ('end' in asked) {
      const { end } = asked
      // The place to go on from is not known any more: from the beginning, next time.
      const lost = end !== 'cut' && pin.cursor !== null
      await keep(local, { ...pin, state: 'cut', ...(lost ? { cursor: null, done: 0 } : {}) })
      return lost ? 'cut' : end
    }
    const next = await keepPage(local, pin, asked.answer)
    // Unpinned while it came: nothing of it stays.
    if (next === null) return 'cut'
    pin = next
    if (pin.state !== 'ready') continue
    await dropUnlisted(local, pin.id)
    return 'ready'
  }
}

const begin = (local: Local, source: PinSource): Promise<Pin> =>
  local.device.write(over, async (tables) => {
    const id = pinId(source)
    const held = await tables.pins.get(id)
    const goesOn = held !== undefined && held.state !== 'ready' && held.cursor !== null
    if (!goesOn) await tables.docs.where('pin').equals(id).delete()
    const pin: Pin = {
      total: held?.total ?? 0,
      checksum: '',
      fetchedAt: held?.fetchedAt ?? 0,
      bytes: held?.bytes ?? 0,
      done: 0,
      cursor: null,
      asOf: null,
      ...(goesOn ? held : {}),
      ...source,
      id,
      state: 'fetching',
      schema,
    }
    await tables.pins.put(pin)
    return pin
  })

const keepPage = (local: Local, pin: Pin, answer: Answer): Promise<Pin | null> =>
  local.device.write(over, async (tables) => {
    if (!(await tables.pins.get(pin.id))) return null
    const now = local.now()
    const { page, grown } = await keepRecords(tables, pin, answer, now)
    await appendDocs(tables, pin.id, page)
    const fetched: Pin = {
      ...pin,
      asOf: pin.asOf ?? answer.asOf,
      cursor: answer.cursor,
      total: answer.total,
      done: pin.done + answer.records.length,
      bytes: pin.bytes + grown,
    }
    const whole = answer.cursor === null ? await summedUp(tables, fetched, now) : fetched
    await tables.pins.put(whole)
    return whole
  })

/** Asks only for what changed; 'differs' where the two sides still do not hold the same ids: then all of it is fetched anew. */
const refresh = async (local: Local, pin: Pin, ask: Ask): Promise<PinEnd | 'differs'> => {
  const since = { list: pin.sourceId, since: pin.asOf ?? '', checksum: pin.checksum }
  let cursor: string | null = null
  let asOf: string | null = null
  let checksum = ''
  do {
    const asked = await ask(cursor === null ? since : { ...since, cursor })
    if ('end' in asked) return asked.end
    const { answer } = asked
    asOf ??= answer.asOf
    checksum = answer.checksum
    cursor = answer.cursor
    await merge(local, pin, answer)
    const lacking = answer.ids === null ? [] : await lackedOf(local, pin, answer.ids)
    for (let from = 0; from < lacking.length; from += mostIds) {
      const ids = lacking.slice(from, from + mostIds).join(',')
      const more = await ask({ ids, category: pin.category })
      if ('end' in more) return more.end
      await merge(local, pin, { ...more.answer, ids: null })
    }
  } while (cursor !== null)
  await dropUnlisted(local, pin.id)
  return local.device.write(over, async (tables) => {
    const held = await tables.pins.get(pin.id)
    if (!held) return 'cut'
    const summed = await summedUp(tables, held, local.now())
    if (summed.checksum !== checksum) return 'differs'
    await tables.pins.put({ ...summed, total: summed.done, asOf })
    return 'ready'
  })
}

/** Puts changed records in and strikes out what does not belong to it any more. */
const merge = (local: Local, pin: Pin, answer: Answer): Promise<void> =>
  local.device.write(over, async (tables) => {
    const held = await tables.pins.get(pin.id)
    if (!held) return
    const { page, grown } = await keepRecords(tables, pin, answer, local.now())
    const belong = answer.ids === null ? null : new Set(answer.ids)
    const drops = (id: string): boolean => belong !== null && !belong.has(id)
    if (page.length > 0 || belong !== null) await changeDocs(tables, pin.id, page, drops)
    await tables.pins.update(pin.id, { bytes: held.bytes + grown })
  })

const lackedOf = async (local: Local, pin: Pin, ids: readonly string[]): Promise<string[]> => {
  const docs = await local.device.read((tables) => readDocs(tables, pin.id))
  return ids.filter((id) => !docs.has(id))
}

/** Puts records in; `grown` is by how many bytes what the pin holds grew. */
const keepRecords = async (
  tables: Tables,
  pin: Pin,
  { records, employers }: Answer,
  now: number,
): Promise<{ page: Documented[]; grown: number }> => {
  const held = await tables.records.bulkGet(records.map(({ id }) => id))
  const rows = records.map((view, index) => ({
    ...rowOf(pin.category, view, now),
    viewedAt: held[index]?.viewedAt ?? 0,
    pins: [...new Set([...(held[index]?.pins ?? []), pin.id])],
  }))
  await tables.records.bulkPut(rows)
  const grown = rows.reduce((sum, { bytes }, index) => {
    const before = held[index]
    return sum + bytes - (before?.pins.includes(pin.id) === true ? before.bytes : 0)
  }, 0)
  const companies = new Map(employers.map((company: Company) => [company.id, company]))
  const page = records.map((view: RecordView) => documented(view, companies, now))
  return { page, grown }
}

/** The pin as whole as its documents are. */
const summedUp = async (tables: Tables, pin: Pin, now: number): Promise<Pin> => {
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

/** Lets go of the records that a pin holds no document of, a few at a time; where the page goes away meanwhile, the next reading lets go of the rest. */
const dropUnlisted = async (local: Local, id: string): Promise<void> => {
  const dropped = await local.device.read(async (tables) => {
    // The index alone tells which rows: the rows themselves are large. It comes first: a record that is put in meanwhile is none of them.
    const held = await tables.records.where('pins').equals(id).primaryKeys()
    const docs = await readDocs(tables, id)
    return held.filter((record) => !docs.has(record))
  })
  for (let from = 0; from < dropped.length; from += freedAtOnce)
    await local.device.write(['pins', 'records'], async ({ pins, records }) => {
      const pin = await pins.get(id)
      // Let go of altogether meanwhile.
      if (!pin) return
      const found = await records.bulkGet(dropped.slice(from, from + freedAtOnce))
      const freed = await letGo(
        records,
        id,
        found.flatMap((row) => (row?.pins.includes(id) === true ? [row] : [])),
      )
      await pins.update(id, { bytes: pin.bytes - freed })
    })
}

/** Answers how many bytes the pin held of what it lets go. */
const letGo = async (
  records: Tables['records'],
  pin: string,
  rows: readonly RecordRow[],
): Promise<number> => {
  await forget(
    records,
    rows.map((row) => ({ ...row, pins: row.pins.filter((each) => each !== pin) })),
  )
  return rows.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** A pin that went away while it was fetched stays away. */
const keep = (local: Local, pin: Pin): Promise<void> =>
  local.device.write(['pins'], async ({ pins }) => {
    if (await pins.get(pin.id)) await pins.put(pin)
  })

const asking =
  (send: Send, signal: AbortSignal): Ask =>
  async (input) => {
    const outcome = await send('syncRecords', input, { signal }).catch((): Outcome => ({
      kind: 'unreachable',
    }))
    if (signal.aborted) return { end: 'cut' }
    // The client answers with what the contract promises for the call.
    if (outcome.kind === 'done') return { answer: outcome.output as Answer }
    const refused = ['park', 'gone'].includes(verdictOn(outcome, false).do)
    return { end: outcome.kind === 'problem' && refused ? outcome : 'cut' }
  }
