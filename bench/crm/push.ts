import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { isOver, type RequestStatus } from '../../contract/money/downloads.ts'
import type { Category } from '../../contract/records/records.ts'
import type { CrmEmulator } from '../../emulators/crm/core/types.ts'
import type { ConnectorKind } from '../../server/connectors/port.ts'
import type { Database } from '../../server/platform/db/db.ts'
import type { Chance } from '../../tests/kit/chance.ts'
import type { Admin } from './admin.ts'
import type { Clock } from './clock.ts'
import type { Dice } from './dice.ts'
import { undelivered } from './judge.ts'
import type { Row } from './rows.ts'
import type { Server } from './server.ts'

export type Push = {
  db: Database
  admin: Admin
  kind: ConnectorKind
  rows: Record<Category, readonly Row[]>
  kills: number
  chance: Chance
  clock: Clock
  dice: Dice
  emulator: CrmEmulator
  server: Server
  say: (text: string) => void
  /** Of the CRM's clock, ms since 1970. */
  skipTo: (until: number) => void
  /** As the call after so many arrives. */
  afterCalls: (count: number, act: () => void) => void
}

export type Course = {
  kills: number
  /** Of the admin, after a lost refresh. */
  signIns: number
  /** Requests after the first of each category. */
  retries: number
  /** Nothing happened for so long that the bench gave up. */
  isStuck: boolean
}

/** Companies, then people, as a member pushes them; what fails is retried as a member does. */
export const pushRows = async (push: Push): Promise<Course> => {
  const { rows, say } = push
  const course: Course = { kills: 0, signIns: 0, retries: 0, isStuck: false }
  const events = eventsOf(push)
  for (const category of ['company', 'people'] as const) {
    const ids = rows[category].map(({ id }) => id)
    let id = await request(push, category, ids)
    for (let round = 0; ; round += 1) {
      if (!(await untilOver(push, events, course, id))) return { ...course, isStuck: true }
      const left = await undelivered(push.db, ids)
      say(`  ${category}: ${ids.length - left.length} of ${ids.length}`)
      if (left.length === 0 || round === maxRounds) break
      course.retries += 1
      id = await retry(push, category, id, left)
    }
  }
  await push.server.stop()
  await untilAllIsDone(push)
  return course
}

const maxRounds = 12
const agreed = 10_000

const request = async (
  { admin, kind }: Push,
  category: Category,
  ids: readonly string[],
): Promise<string> => {
  const source = { kind: 'ids', ids }
  const body = { type: kind.key, category, source, agreed }
  return String((await admin.ask('POST', '/download/request', body))['requestId'])
}

const retry = async (
  push: Push,
  category: Category,
  id: string,
  left: readonly string[],
): Promise<string> => {
  const { ask } = push.admin
  const { canRetry, canRetryFailed, reason, errors } = await ask('GET', `/download/request/${id}`)
  push.say(`  ${left.length} rows again: ${String(reason ?? Object(errors)[0])}`)
  if (canRetry !== true && canRetryFailed !== true) return request(push, category, left)
  const path = `/download/request/${id}/${canRetry === true ? 'retry' : 'retry-failed'}`
  return String((await ask('POST', path, { agreed }))['requestId'])
}

type Event = { at: number; act: 'kill' | 'expire' | 'lose-refresh' }

/** By the number of linked records: each kill somewhere in its own part of the push. */
const eventsOf = ({ rows, kills, chance }: Push): Event[] => {
  const count = rows.company.length + rows.people.length
  const spread = (times: number, act: Event['act']): Event[] =>
    Array.from({ length: times }, (_, part) => ({
      at: Math.floor(((part + chance.next() * 0.95) * count) / times),
      act,
    }))
  return [...spread(kills, 'kill'), ...spread(8, 'expire'), ...spread(2, 'lose-refresh')].toSorted(
    (a, b) => a.at - b.at,
  )
}

const lookMs = 50
/** Three minutes, in which this process also ran. */
const stuckLooks = 3_600

/** Resolves to whether the request ended. */
const untilOver = async (
  push: Push,
  events: Event[],
  course: Course,
  id: string,
): Promise<boolean> => {
  const { db, dice, server } = push
  let seen = { calls: -1, looks: 0 }
  for (;;) {
    await server.keepRunning()
    const now = await look(db, id)
    if (isOver(now.status)) return true
    for (let event = events[0]; event && event.at <= now.links; event = events[0]) {
      events.shift()
      begin(push, course, event)
      // One server dies once.
      if (event.act === 'kill') break
    }
    if (now.isRevoked) await signIn(push, course)
    await passTime(push, now)
    const calls = dice.calls()
    seen = { calls, looks: calls === seen.calls ? seen.looks + 1 : 0 }
    if (seen.looks > stuckLooks) return false
    await wait(lookMs)
  }
}

const begin = (
  { chance, dice, emulator, server, afterCalls }: Push,
  course: Course,
  { act }: Event,
): void => {
  if (act === 'lose-refresh') dice.loseRefresh()
  if (act === 'expire' || act === 'lose-refresh') emulator.faults.begin({ kind: 'expire' })
  if (act !== 'kill') return
  // As the call arrives, which is still served, or a little later.
  const afterMs = chance.is(0.5) ? 0 : chance.whole(40)
  afterCalls(chance.whole(100), () => {
    course.kills += 1
    if (afterMs === 0) server.kill()
    else setTimeout(server.kill, afterMs)
  })
}

type Now = { status: RequestStatus; links: number; isRevoked: boolean; waitsUntil: Date | null }

const look = async (db: Database, id: string): Promise<Now> => {
  const { rows } = await sql<Now>`
    select r.status, (select count(*)::int from crm_link) as links,
      exists (select from crm_connection where state = 'revoked') as "isRevoked",
      (select run_at from job where id = r.id and lease_until is null) as "waitsUntil"
    from download_request r where r.id = ${id}::uuid`.execute(db.owner)
  const [now] = rows
  if (!now) throw new Error(`There is no request ${id}.`)
  return now
}

/** Jobs wait by the clock of the database, which is not the CRM's. */
const passTime = async (
  { db, clock, server }: Push,
  { waitsUntil }: Pick<Now, 'waitsUntil'>,
): Promise<void> => {
  server.sendClock(waitsUntil?.getTime() ?? null)
  await sql`
    update job set run_at = now() where run_at > now() and run_at <= ${new Date(clock.now())}`.execute(
    db.owner,
  )
}

/** An admin who needs a few minutes, in which the CRM's limits end. */
const signIn = async (push: Push, course: Course): Promise<void> => {
  const { admin, kind, dice, clock, skipTo } = push
  dice.pause()
  await untilAllIsDone(push)
  skipTo(clock.now() + 300_000)
  await admin.connect(kind)
  dice.start()
  course.signIns += 1
}

/** Calls that the CRM does after they were cut. */
const untilAllIsDone = async ({ clock, skipTo }: Push): Promise<void> => {
  for (let end = clock.nextEnd(); end !== undefined; end = clock.nextEnd()) {
    skipTo(end)
    await wait(1)
  }
}
