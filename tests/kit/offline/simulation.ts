import 'fake-indexeddb/auto'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { openDevice } from '../../../src/offline/database.ts'
import { applyEffect, idsOf, isEqual } from '../../../src/offline/effects.ts'
import { entityKey, type ItemTable } from '../../../src/offline/entities/entities.ts'
import { editTables, enqueue, type Edit, type Local } from '../../../src/offline/outbox.ts'
import type { Outcome } from '../../../src/offline/outcome.ts'
import type { Effect, Fields } from '../../../src/offline/rows.ts'
import { startSync, type Sync } from '../../../src/offline/sync.ts'
import { asSend } from '../device/device.ts'
import { chance, type Chance } from '../chance.ts'
import { memoryKinds, memoryServer, problem, type MemoryServer } from './memory-server.ts'

export type Trial = {
  seed: number
  flaps: number
  /** False: a seeded bug, which the test must notice. */
  idempotent?: boolean
  /** False: two tabs send at the same time. */
  locks?: boolean
}

export type Findings = {
  seed: number
  flaps: number
  edits: number
  requests: number
  /** `cutAfter` were applied before their answer was lost. */
  cut: number
  cutAfter: number
  reloads: number
  lost: number
  doubled: number
  diverged: number
  /** How often a device did not show an edit of its own, sent or not. */
  hidden: number
  unsent: number
  /** From the last flap until the outbox is empty, in seconds. */
  drainS: number
  notes: string[]
}

type Tab = { local: Local; sync: Sync }

export const simulate = async (trial: Trial): Promise<Findings> => {
  const server = memoryServer({ idempotent: trial.idempotent ?? true })
  const world = createWorld(trial, server)
  const doing = chance(trial.seed)
  const tabs = [world.open(), world.open()]
  const model = new Map<string, Fields | null>()
  const notes: string[] = []
  let edits = 0
  let reloads = 0
  let hidden = 0

  for (let flap = 0; flap < trial.flaps; flap += 1) {
    for (let count = doing.whole(4); count > 0; count -= 1) {
      const tab = doing.of(tabs)
      const edit = someEdit(doing, model, edits)
      edits += 1
      if (edit) await perform(tab.local, edit, model)
      if (doing.is(0.3)) await ticks(doing.whole(6))
    }
    if (doing.is(0.5)) colleague(doing, server)
    const which = doing.whole(2)
    const tab = tabs[which]
    if (tab && doing.is(0.08)) {
      reloads += 1
      // Half of the pages close properly, the other half die.
      if (doing.is(0.5)) await tab.sync.stop()
      else void tab.sync.stop()
      tab.local.device.close()
      tabs[which] = world.open()
    }
    world.flap(doing)
    for (const each of tabs) each.sync.poke(world.isUp() ? 'online' : 'timer')
    world.advance(doing.whole(4000))
    await ticks(doing.whole(12))
    if (flap % 3 === 0) hidden += await countHidden(tabs[0], model, notes)
  }

  world.recover()
  const began = { virtual: world.now(), real: performance.now() }
  for (const tab of tabs) tab.sync.poke('online')
  const unsent = async (): Promise<number> => tabs[0]?.local.device.tables.outbox.count() ?? 0
  while ((await unsent()) > 0 && world.now() - began.virtual < 120_000) {
    for (const tab of tabs) await tab.sync.settled()
    world.advance(100)
    await ticks(4)
  }
  const drainS = (world.now() - began.virtual + performance.now() - began.real) / 1000
  for (const tab of tabs) {
    tab.sync.poke('requested')
    await tab.sync.settled()
  }
  const judged = await judge(tabs, server, model, notes)
  const left = await unsent()
  for (const tab of tabs) {
    await tab.sync.stop()
    tab.local.device.close()
  }
  return {
    hidden,
    seed: trial.seed,
    flaps: trial.flaps,
    edits,
    reloads,
    unsent: left,
    drainS,
    ...world.counts,
    ...judged,
  }
}

const createWorld = (trial: Trial, server: MemoryServer) => {
  const weather = chance(trial.seed ^ 0x5eed)
  const indexedDB = new IDBFactory()
  const locks = trial.locks === false ? null : createSerialLocks()
  const counts = { requests: 0, cut: 0, cutAfter: 0 }
  let now = 1_700_000_000_000
  let keyCount = 0
  let up = true
  let calm = false
  let timers: { at: number; run: () => void }[] = []

  const send = async (act: () => Outcome): Promise<Outcome> => {
    await ticks(weather.whole(5))
    if (!up) return { kind: 'unreachable' }
    if (calm) return act()
    counts.requests += 1
    const luck = weather.next()
    if (luck < 0.125) {
      counts.cut += 1
      return { kind: 'unreachable' }
    }
    if (luck < 0.25) {
      act()
      counts.cut += 1
      counts.cutAfter += 1
      await ticks(weather.whole(8))
      return { kind: 'unreachable' }
    }
    if (luck < 0.26) return { kind: 'unauthenticated' }
    if (luck < 0.36) return problem(500, 'unexpected')
    if (luck < 0.37) return problem(503, 'unavailable')
    if (luck < 0.38) return { ...problem(429, 'rate-limited'), retryAfter: 1 } as Outcome
    const outcome = act()
    await ticks(weather.whole(5))
    return outcome
  }

  return {
    counts,
    now: () => now,
    isUp: () => up,
    flap: (doing: Chance) => {
      up = doing.is(0.5)
    },
    recover: () => {
      up = true
      calm = true
    },
    advance: (ms: number) => {
      now += ms
      const due = timers.filter(({ at }) => at <= now)
      timers = timers.filter(({ at }) => at > now)
      for (const { run } of due) run()
    },
    open: (): Tab => {
      const limits = { slow: 60_000, stuck: 120_000 }
      const local: Local = {
        device: openDevice('user_rep', 'org_harbour', { indexedDB, IDBKeyRange, limits }),
        now: () => now,
        newId: () => `key-${String((keyCount += 1)).padStart(8, '0')}`,
      }
      const sync = startSync({
        ...local,
        kinds: memoryKinds,
        send: asSend((call, input, { idempotencyKey }) =>
          send(() => server.handle(call, input, idempotencyKey ?? '')),
        ),
        pull: async (since) => {
          let changes: ReturnType<MemoryServer['changesSince']> | undefined
          const outcome = await send(() => (changes = server.changesSince(since)))
          return outcome.kind === 'done' && changes
            ? changes
            : (outcome as Exclude<typeof outcome, { kind: 'done' }>)
        },
        locks,
        report: (error) => {
          throw error
        },
        random: () => weather.next(),
        later: (ms, run) => {
          const timer = { at: now + ms, run }
          timers.push(timer)
          return () => {
            timers = timers.filter((each) => each !== timer)
          }
        },
      })
      return { local, sync }
    },
  }
}

const someEdit = (
  doing: Chance,
  model: ReadonlyMap<string, Fields | null>,
  number: number,
): Edit | null => {
  const token = `edit-${number}`
  const plain = (table: ItemTable | null, item: string, effect: Effect, extra?: Fields): Edit => ({
    kind: 'plain',
    table,
    item,
    entity: table === null ? `ask:${item}` : entityKey(table, item),
    effect,
    ...(extra ? { extra } : {}),
  })
  const there = (table: ItemTable): string[] =>
    [...model].flatMap(([at, value]) =>
      value !== null && at.startsWith(`${table}/`) ? [at.slice(table.length + 1)] : [],
    )
  const table = doing.of(['searches', 'searches', 'lists'] as const)
  const present = there(table)
  const luck = doing.next()
  if (luck < 0.1 || present.length === 0)
    return plain(table, `${table}-${number}`, { do: 'create', value: { name: token, token } })
  // Mostly the same few items, so that edits of an item meet in transit.
  const item = doing.of(present.slice(-4))
  if (luck < 0.14) return plain(table, item, { do: 'remove' }, { token })
  if (luck < 0.2)
    return plain('activities', `visit-${number}`, { do: 'create', value: { text: token, token } })
  if (luck < 0.26) return plain(null, `ask-${number}`, { do: 'ask' }, { token })
  if (luck < 0.5) {
    const [list] = there('lists')
    if (list === undefined) return null
    const id = `record-${doing.whole(12)}`
    const adding = doing.is(0.6)
    return plain('members', doing.of(there('lists').slice(-3)), {
      do: 'members',
      add: adding ? [id] : [],
      take: adding ? [] : [id],
    })
  }
  const field = doing.of(['name', 'filters', 'shared'])
  return plain(table, item, {
    do: 'change',
    fields: { [field]: token, token },
    before: { [field]: model.get(`${table}/${item}`)?.[field] },
  })
}

const perform = async (
  local: Local,
  edit: Edit,
  model: Map<string, Fields | null>,
): Promise<void> => {
  const stamp = { id: local.newId(), at: local.now() }
  await local.device.write(editTables, (tables) => enqueue(tables, edit, stamp))
  const at = edit.table === null ? `ask/${edit.item}` : `${edit.table}/${edit.item}`
  if (edit.effect.do === 'ask') model.set(at, { token: edit.extra?.token })
  else model.set(at, applyEffect(model.get(at) ?? null, edit.effect))
  if (edit.table === 'lists' && edit.effect.do === 'remove') model.set(`members/${edit.item}`, null)
}

const colleague = (doing: Chance, server: MemoryServer): void => {
  const items = [...server.items().keys()].filter((at) => at.startsWith('searches/'))
  if (items.length > 0)
    server.editAsColleague(
      'searches',
      doing.of(items.slice(-4)).slice('searches/'.length),
      'theirs',
      doing.next(),
    )
}

const countHidden = async (
  tab: Tab | undefined,
  model: ReadonlyMap<string, Fields | null>,
  notes: string[],
): Promise<number> => {
  let hidden = 0
  for (const table of ['searches', 'lists', 'activities'] as const) {
    const rows = await tab?.local.device.tables[table].toArray()
    const shown = new Map(rows?.map(({ id, value }) => [`${table}/${id}`, value]))
    for (const [at, wanted] of model) {
      if (!at.startsWith(`${table}/`)) continue
      const shownValue = shown.get(at) ?? null
      const seen =
        wanted === null
          ? shownValue === null
          : Object.entries(wanted).every(([field, value]) => isEqual(shownValue?.[field], value))
      if (seen) continue
      hidden += 1
      if (notes.length < 10)
        notes.push(`${at} shows ${JSON.stringify(shownValue)} after ${JSON.stringify(wanted)}`)
    }
  }
  return hidden
}

const judge = async (
  tabs: readonly Tab[],
  server: MemoryServer,
  model: ReadonlyMap<string, Fields | null>,
  notes: string[],
): Promise<Pick<Findings, 'lost' | 'doubled' | 'diverged' | 'notes'>> => {
  const items = server.items()
  const effects = server.effects()
  // An older edit that took effect after a newer edit replaced it, whatever followed.
  let lost = server.overtaken().length
  let diverged = 0
  const note = (line: string): void => {
    if (notes.length < 10) notes.push(line)
  }
  for (const [at, wanted] of model) {
    const there = items.get(at)
    const isRequest = at.startsWith('ask/')
    const isApplied = isRequest
      ? effects.get(String(wanted?.token)) !== undefined
      : at.startsWith('members/')
        ? sameIds(wanted, there ?? null)
        : wanted === null
          ? there === undefined
          : Object.entries(wanted).every(([field, value]) => isEqual(there?.[field], value))
    if (isApplied) continue
    lost += 1
    note(`lost ${at}: ${JSON.stringify(wanted)} became ${JSON.stringify(there)}`)
  }
  for (const edit of server.overtaken()) note(`overtaken ${edit}`)
  const doubles = [...effects].filter(([, times]) => times > 1)
  for (const [token, times] of doubles) note(`${token} took effect ${times} times`)
  for (const { local } of tabs)
    for (const table of ['searches', 'lists', 'members', 'activities'] as const) {
      const rows = await local.device.tables[table].toArray()
      const shown = new Map(rows.map(({ id, value }) => [`${table}/${id}`, value]))
      const there = [...items.keys()].filter((at) => at.startsWith(`${table}/`))
      for (const at of new Set([...shown.keys(), ...there])) {
        const [shownValue, is] = [shown.get(at) ?? null, items.get(at) ?? null]
        if (table === 'members' ? sameIds(shownValue, is) : isEqual(shownValue, is)) continue
        diverged += 1
        note(`${at} shows ${JSON.stringify(shownValue)}, is ${JSON.stringify(is)}`)
      }
    }
  return { lost, doubled: doubles.length, diverged, notes }
}

const sameIds = (x: Fields | null, y: Fields | null): boolean =>
  isEqual(idsOf(x).toSorted(), idsOf(y).toSorted())

/** Web Locks for tabs of one process, in sequence. */
const createSerialLocks = (): Pick<LockManager, 'request'> => {
  let tail: Promise<unknown> = Promise.resolve()
  const request = async (_name: string, ...given: unknown[]): Promise<unknown> => {
    const work = given.at(-1)
    const signal = (given[0] as LockOptions).signal
    const turn = tail.then(() => {
      signal?.throwIfAborted()
      return typeof work === 'function' ? work(null) : undefined
    })
    tail = turn.catch(() => {})
    return turn
  }
  return { request } as Pick<LockManager, 'request'>
}

const ticks = async (count: number): Promise<void> => {
  for (let tick = 0; tick < count; tick += 1) await new Promise((done) => setImmediate(done))
}
