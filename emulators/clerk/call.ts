import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { clientShape } from './client-shapes.ts'
import { notFound, unauthenticated } from './errors.ts'
import type { ClientRecord, SessionRecord, UserRecord } from './state.ts'
import { liveSessions, newId, type World } from './world.ts'

const CLIENT_COOKIE_LIFE_S = 400 * 86_400

export interface Call {
  world: World
  form: URLSearchParams
  query: URLSearchParams
  param: (name: string) => string
  userAgent: string
  ip: string
  file: Uint8Array | null
  authorizedParty: string
  client: ClientRecord | null
  startClient: () => ClientRecord
  requireSession: () => { client: ClientRecord; session: SessionRecord; user: UserRecord }
  /** Sets clerk-js's cookie with the time of the last sign-in (0: signed out). */
  markSignedIn: (seconds: number) => void
}

/** Every change carries the whole client, or Clerk's screens would be stale. */
export function envelopeHandler(world: World, handle: (call: Call) => object | null) {
  return (request: FastifyRequest, reply: FastifyReply): object => {
    const call = readCall(world, request, reply)
    const changes = request.method !== 'GET'
    try {
      const response = handle(call)
      const client =
        changes && call.client ? clientShape(world, call.client, call.authorizedParty) : null
      return { response, client }
    } finally {
      // A refusal can also change state: a new browser, or a code with an attempt less.
      if (changes) world.save()
    }
  }
}

/** As the Frontend API answers settings, tokens and device lists. */
export function bareHandler(world: World, handle: (call: Call) => object) {
  return (request: FastifyRequest, reply: FastifyReply): object =>
    handle(readCall(world, request, reply))
}

export function clientOf(world: World, request: FastifyRequest): object | null {
  const client = findClient(world, request.headers.cookie)
  return client && clientShape(world, client, authorizedPartyOf(world, request))
}

export function paginate(query: URLSearchParams, rows: object[]): object {
  return { data: pageOf(query, rows), total_count: rows.length }
}

/** Ten rows by default, at most five hundred. */
export function pageOf<T>(query: URLSearchParams, rows: T[]): T[] {
  const offset = Number(query.get('offset') ?? 0) || 0
  const limit = Math.min(Number(query.get('limit') ?? 10) || 10, 500)
  return rows.slice(offset, offset + limit)
}

function readCall(world: World, request: FastifyRequest, reply: FastifyReply): Call {
  const query = new URL(request.url, 'http://emulator.example').searchParams
  const attributes = `Path=/; SameSite=Lax${world.origin().startsWith('https:') ? '; Secure' : ''}`
  const call: Call = {
    world,
    form: request.body instanceof URLSearchParams ? request.body : new URLSearchParams(),
    file: request.body instanceof Uint8Array ? request.body : null,
    query,
    param: (name) => pathParameter(request.params, name),
    userAgent: request.headers['user-agent'] ?? '',
    ip: String(request.headers['x-forwarded-for'] ?? request.ip),
    authorizedParty: authorizedPartyOf(world, request),
    client: findClient(world, request.headers.cookie),
    startClient: () => {
      if (call.client) return call.client
      const client = newClient(world)
      call.client = client
      reply.header(
        'set-cookie',
        `__client=${client.secret}; HttpOnly; Max-Age=${CLIENT_COOKIE_LIFE_S}; ${attributes}`,
      )
      return client
    },
    requireSession: () => requireSession(world, call),
    markSignedIn: (seconds) => {
      reply.header(
        'set-cookie',
        `__client_uat=${seconds}; Max-Age=${CLIENT_COOKIE_LIFE_S}; ${attributes}`,
      )
    },
  }
  return call
}

function pathParameter(parameters: unknown, name: string): string {
  const entries =
    typeof parameters === 'object' && parameters !== null ? Object.entries(parameters) : []
  const value: unknown = entries.find(([key]) => key === name)?.[1]
  if (typeof value !== 'string') throw notFound()
  return value
}

function requireSession(world: World, call: Call): ReturnType<Call['requireSession']> {
  const wanted = call.query.get('_clerk_session_id') ?? call.client?.lastActiveSessionId
  const session =
    call.client && liveSessions(world, call.client).find((candidate) => candidate.id === wanted)
  const user = session && world.state.users[session.userId]
  if (!call.client || !session || !user) throw unauthenticated()
  return { client: call.client, session, user }
}

function newClient(world: World): ClientRecord {
  const now = world.now()
  const client: ClientRecord = {
    id: newId('client'),
    secret: randomBytes(32).toString('hex'),
    sessions: [],
    lastActiveSessionId: null,
    signIn: null,
    signUp: null,
    createdAt: now,
    updatedAt: now,
  }
  world.state.clients[client.id] = client
  return client
}

function findClient(world: World, cookies: string | undefined): ClientRecord | null {
  const secret = /(?:^|;\s*)__client=([0-9a-f]{64})/.exec(cookies ?? '')?.[1]
  return Object.values(world.state.clients).find((client) => client.secret === secret) ?? null
}

function authorizedPartyOf(world: World, request: FastifyRequest): string {
  return request.headers.origin ?? world.origin()
}
