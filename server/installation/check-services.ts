import { sql } from 'kysely'
import { eventsSince } from '../billing/events-since.ts'
import { refusalOfMailServer } from '../platform/vendors/mail.ts'
import type { DoctorParts } from './doctor-parts.ts'
import { readFigures } from './figures.ts'

export const checkMail = async ({ env }: DoctorParts): Promise<string[]> => {
  if (env.mail === undefined) return []
  const fault = await refusalOfMailServer(env.mail.url)
  return fault === null ? [] : [`The mail server of SMTP_URL doesn’t accept us: ${fault}.`]
}

const longSeconds = 60 * 60

export const checkPush = async ({ db, now }: DoctorParts): Promise<string[]> => {
  const { pushWaiting, pushOldest } = await readFigures(db, now)
  return (pushOldest ?? 0) <= longSeconds
    ? []
    : [
        `Push messages waiting: ${pushWaiting}, the oldest for ${Math.floor((pushOldest ?? 0) / 60)} minutes. Look for ‘a push service’ in the log.`,
      ]
}

const onItsWaySeconds = 10 * 60
const daySeconds = 24 * 60 * 60

/** Stripe delivers within seconds, and repeats for days. */
export const checkWebhooks = async ({ db, billing, env, now }: DoctorParts): Promise<string[]> => {
  const faults: string[] = []
  if (billing !== null) {
    const seconds = Math.floor(now() / 1000)
    const from = seconds - daySeconds
    const { unheard } = await eventsSince(db, billing.payments, from)
    const late = unheard.filter(({ created }) => created < seconds - onItsWaySeconds)
    if (late.length > 0)
      faults.push(
        `Events of Stripe in the last day that no webhook brought: ${late.length}. Check the endpoint and its signing secret in Stripe’s dashboard.`,
      )
  }
  if (env.clerk !== undefined && env.clerkWebhookSecrets.length > 0) {
    const received = await db.owner
      .selectFrom('webhook_event')
      .select('id')
      .where('source', '=', 'clerk')
      .limit(1)
      .executeTakeFirst()
    if (received === undefined)
      faults.push(
        'No webhook of Clerk arrived in 30 days. Check the endpoint and its signing secret in Clerk’s dashboard.',
      )
  }
  return faults
}

export const checkSources = async ({ db }: DoctorParts): Promise<string[]> => {
  const failing = await db.owner
    .selectFrom('source')
    .select(['name', sql<string>`to_char(failing_since, 'YYYY-MM-DD')`.as('since')])
    .where('failing_since', 'is not', null)
    .where('paused', '=', false)
    .orderBy('name')
    .execute()
  return failing.map(
    ({ name, since }) => `The source ${name} has failed since ${since}. Its reason is on Sources.`,
  )
}
