import { sql, type KyselyPlugin } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Chance } from './chance.ts'
import { createSender } from '../../server/push/sender.ts'
import type { Database } from '../../server/platform/db/db.ts'
import type { PushAnswer, PushService } from '../../server/platform/vendors/push-post.ts'
import { harbour } from './app.ts'
import { pushContent } from './push.ts'

export type Bug = 'strikes off before sending' | 'shows without a tag' | 'keeps gone devices'

export type Outcome = {
  sends: number
  posts: number
  crashes: number
  diedAt: Set<string>
  answers: Record<string, number>
  secondBanners: number
  missed: number
  /** Requests to devices that a living process knew as expired. */
  toExpired: number
  afterSignOut: number
}

class Crash extends Error {}

/** To devices that expire, push services with any answer, and users who sign out. */
export const sendAll = async (
  db: Database,
  random: Chance,
  sends: number,
  bug?: Bug,
): Promise<Outcome> => {
  const outcome: Outcome = {
    sends: 0,
    posts: 0,
    crashes: 0,
    diedAt: new Set(),
    answers: {},
    secondBanners: 0,
    missed: 0,
    toExpired: 0,
    afterSignOut: 0,
  }
  const messages = await written(db, sends)
  outcome.sends = messages.length
  const signedOut = new Set<string>()
  const expired = new Set<string>()
  const knownExpired = new Set<string>()
  const refused = new Set<string>()
  /** The banners of a device: one for each tag; without tags, one for each message. */
  const banners = new Map<string, string[]>()
  const show = (device: string, run: string): void => {
    const shown = banners.get(device) ?? []
    const tag = bug === 'shows without a tag' ? null : run
    if (tag === null || !shown.includes(tag)) shown.push(run)
    banners.set(device, shown)
  }

  const answer = async (device: string, run: string): Promise<PushAnswer> => {
    outcome.posts += 1
    if (signedOut.has(device)) outcome.afterSignOut += 1
    if (knownExpired.has(device)) outcome.toExpired += 1
    const says = (status: number | null, retryAfterMs: number | null = null): PushAnswer => {
      const name = String(status ?? 'none')
      outcome.answers[name] = (outcome.answers[name] ?? 0) + 1
      return status === null
        ? { status, retryAfterMs: null, error: new Error('No answer.') }
        : { status, retryAfterMs }
    }
    // The user of another device signs out during this request.
    if (random.is(0.02)) {
      const other = random.of(messages).device
      await signOut(db, other)
      signedOut.add(other)
    }
    if (expired.has(device) || random.is(0.01)) {
      expired.add(device)
      return says(random.of([404, 410]))
    }
    if (refused.has(`${run} ${device}`) || random.is(0.01)) {
      refused.add(`${run} ${device}`)
      return says(413)
    }
    if (random.is(0.05)) return says(429, random.of([null, 1_000, 3_600_000]))
    if (random.is(0.05)) return says(random.of([500, 502, 503]))
    if (random.is(0.02)) return says(403)
    // Unreachable; or the message arrived and its answer was lost.
    if (random.is(0.03)) return says(null)
    show(device, run)
    return random.is(0.03) ? says(null) : says(201)
  }

  const live = async (): Promise<void> => {
    const dies = !random.is(0.2)
    const mortal = mortalOf(db, random.whole(60) + 1, () => {
      if (dies) throw new Crash()
      void sender.stop()
    })
    const reported = new Set<string>()
    const service: Pick<PushService, 'post'> = {
      post: async ({ endpoint }, message) => {
        const { runId } = JSON.parse(message) as { runId: string } // `enqueuePush` wrote it.
        if (bug === 'strikes off before sending') await strikeOff(mortal.db, runId, endpoint)
        mortal.step('before a request')
        const given = await answer(endpoint, runId)
        if (expired.has(endpoint)) reported.add(endpoint)
        mortal.step('after a request')
        return bug === 'keeps gone devices' && expired.has(endpoint)
          ? { ...given, status: 503 }
          : given
      },
    }
    const sender = createSender({ db: mortal.db, service, atOnce: 8, random: random.next })
    try {
      await sender.runDue()
      for (const device of reported) knownExpired.add(device)
    } catch (error) {
      if (!(error instanceof Crash)) throw error
      outcome.crashes += 1
      outcome.diedAt.add(mortal.diedAt())
    }
  }

  // Expired devices keep messages for a day: noticing the first is enough.
  const goesOn = async () => outcome.toExpired === 0 && (await isLeft(db))
  for (let round = 0; (await goesOn()) && round < 100 * sends; round += 1) {
    // Sometimes a second process, and leases that expire while the first process still sends.
    if (random.is(0.2)) await Promise.all([live(), timePasses(db).then(live)])
    else await live()
    await timePasses(db)
  }
  for (const [, shown] of banners) outcome.secondBanners += shown.length - new Set(shown).size
  outcome.missed = messages.filter(
    ({ device, run }) =>
      !signedOut.has(device) &&
      !expired.has(device) &&
      !refused.has(`${run} ${device}`) &&
      banners.get(device)?.includes(run) !== true,
  ).length
  return outcome
}

/** A process that dies at its k-th step and does nothing afterwards. */
const mortalOf = (db: Database, k: number, end: () => void) => {
  let steps = 0
  let diedAt = ''
  const step = (where: string): void => {
    steps += 1
    if (steps === k) diedAt = where
    if (steps >= k) end()
  }
  const kinds = new WeakMap<object, string>()
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      kinds.set(queryId, node.kind)
      step(`before ${node.kind}`)
      return node
    },
    transformResult: ({ result, queryId }) => {
      step(`after ${kinds.get(queryId) ?? ''}`)
      return Promise.resolve(result)
    },
  }
  return { db: { ...db, owner: db.owner.withPlugin(plugin) }, step, diedAt: () => diedAt }
}

const devicesEach = 10

/** A device's endpoint is its id here. */
const written = async (db: Database, sends: number): Promise<{ run: string; device: string }[]> => {
  const messages: { run: string; device: string }[] = []
  for (let person = 0; messages.length < sends; person += 1) {
    const devices = Array.from({ length: devicesEach }, () => uuidv7())
    await db.owner
      .insertInto('push_device')
      .values(
        devices.map((id) => ({
          org_id: harbour.id,
          id,
          user_id: `user_${person}`,
          endpoint: id,
          p256dh: '',
          auth: '',
          label: '',
        })),
      )
      .execute()
    const runs = Math.min(20, Math.ceil((sends - messages.length) / devicesEach))
    for (let n = 0; n < runs; n += 1) {
      const run = pushContent()
      await db.owner
        .insertInto('push_outbox')
        .values(
          devices.map((device) => ({
            org_id: harbour.id,
            run_id: run.runId,
            device_id: device,
            message: JSON.stringify({ runId: run.runId }),
          })),
        )
        .execute()
      messages.push(...devices.map((device) => ({ run: run.runId, device })))
    }
  }
  return messages
}

const signOut = async (db: Database, device: string): Promise<void> => {
  await db.owner.deleteFrom('push_device').where('id', '=', device).execute()
}

const strikeOff = async (db: Database, run: string, device: string): Promise<void> => {
  await db.owner
    .deleteFrom('push_outbox')
    .where('run_id', '=', run)
    .where('device_id', '=', device)
    .execute()
}

const isLeft = async (db: Database): Promise<boolean> =>
  (await db.owner.selectFrom('push_outbox').select('run_id').limit(1).execute()).length > 0

const timePasses = async (db: Database): Promise<void> => {
  await sql`update push_outbox set run_at = now(), lease_until = null
    where run_at > now() or lease_until is not null`.execute(db.owner)
}
