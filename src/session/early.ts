import * as z from 'zod/mini'
import { roleOf } from '../../contract/core/roles.ts'
import { membershipsOf, type Person } from './last-known.ts'
import type { Snapshot } from './session.ts'

const NAME = 'fieldbookEarly'

/** Requested by index.html before any code of the app, because this device knows no user but its cookies name a session. */
type Early = { client: Promise<unknown>; plan: Promise<{ orgId: string; reply: unknown } | null> }

const isEarly = (value: unknown): value is Early =>
  typeof value === 'object' && value !== null && 'client' in value && 'plan' in value

const pageEarly = (): Early | undefined => {
  const found: unknown = Reflect.get(globalThis, NAME)
  return isEarly(found) ? found : undefined
}

/** Once; null if there is none. */
export async function takeEarlyPlan(orgId: string): Promise<unknown> {
  const early = pageEarly()
  Reflect.deleteProperty(globalThis, NAME)
  const plan = await early?.plan
  return plan?.orgId === orgId ? plan.reply : null
}

/** At once if there were none; the requests time out after a few seconds. */
export async function waitForEarlyAnswers(): Promise<void> {
  await pageEarly()?.plan
}

type Token = { sessionId: string; orgId: string; jwt: string; expireAt: number }
let token: Token | null = null

/** For its user, until Clerk's code provides tokens; null once it is of no use. */
export function earlyToken({ identity }: Snapshot): string | null {
  if (token === null || identity.mode === 'live' || Date.now() > token.expireAt) return null
  const theirs = identity.sessionId === token.sessionId && identity.orgId === token.orgId
  return theirs ? token.jwt : null
}

/** In ms since 1970, 10 s early to allow for the request; 0 if the token names no expiry. */
function endOf(jwt: string): number {
  try {
    const claims: unknown = JSON.parse(
      atob((jwt.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')),
    )
    const { exp } = z.parse(z.object({ exp: z.number() }), claims)
    return exp * 1000 - 10_000
  } catch {
    return 0
  }
}

const Address = z.object({ id: z.string(), email_address: z.string() })
const Member = z.object({
  role: z.string(),
  organization: z.object({ id: z.string(), name: z.string() }),
})
const Session = z.object({
  id: z.string(),
  status: z.literal('active'),
  expire_at: z.number(),
  last_active_organization_id: z.string(),
  last_active_token: z.object({ jwt: z.string() }),
  user: z.object({
    id: z.string(),
    first_name: z.nullable(z.string()),
    last_name: z.nullable(z.string()),
    image_url: z.nullish(z.string()),
    primary_email_address_id: z.nullable(z.string()),
    email_addresses: z.array(Address),
    organization_memberships: z.array(Member),
  }),
})
/** Inactive sessions may have any shape. */
const Client = z.object({
  last_active_session_id: z.string(),
  sessions: z.array(z.looseObject({ id: z.string() })),
})

/** With an active session and organisation; null if there is none, or the answer is unexpected. */
export async function earlyPerson(): Promise<Person | null> {
  const person = personIn(await pageEarly()?.client.catch(() => null))
  if (person === null) Reflect.deleteProperty(globalThis, NAME)
  return person
}

function personIn(answer: unknown): Person | null {
  const client = z.safeParse(Client, answer).data
  const active = client?.sessions.find(({ id }) => id === client.last_active_session_id)
  const session = z.safeParse(Session, active).data
  const orgId = session?.last_active_organization_id
  const mine = session?.user.organization_memberships.find(
    (membership) => membership.organization.id === orgId,
  )
  if (session === undefined || mine === undefined) return null
  const { user, last_active_token: given } = session
  token = {
    sessionId: session.id,
    orgId: mine.organization.id,
    jwt: given.jwt,
    expireAt: endOf(given.jwt),
  }
  const email =
    user.email_addresses.find(({ id }) => id === user.primary_email_address_id)?.email_address ??
    null
  const name = [user.first_name, user.last_name].filter(Boolean).join(' ')
  return {
    userId: user.id,
    sessionId: session.id,
    orgId: mine.organization.id,
    role: roleOf(mine.role),
    orgName: mine.organization.name,
    name: name || (email ?? ''),
    email,
    imageUrl: user.image_url || null,
    memberships: membershipsOf(user.organization_memberships),
    expireAt: session.expire_at,
  }
}
