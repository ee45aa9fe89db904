import fc from 'fast-check'
import * as z from 'zod/mini'
import { api, type EndpointName } from '../../../contract/api.ts'
import { mutates } from '../../../contract/core/endpoint.ts'
import { uploadPartPath } from '../../../contract/money/upload-file.ts'
import { chance } from '../chance.ts'
import { auditAccount } from '../../../server/credits/audit.ts'
import { addSignals } from '../../../server/signals/add-signals.ts'
import { seedDemoCustomers } from '../../../demo/customers.ts'
import { today, type Someone } from '../app.ts'
import { faultOf } from '../contract-faults.ts'
import { encodeRequest, arbitraryInput } from '../hostile/requests.ts'
import { draft } from '../signals.ts'
import { fill, type Input, type Pen } from './fill.ts'
import { callsAbout, creators, kindOf, ownKinds, sequels } from './kinds.ts'
import { createPool, uuids, type Pool } from './pool.ts'
import { trailOf, type Step } from './trail.ts'
import type { Reply, Request, World } from './world.ts'

export type Walked = {
  fault: string | null
  steps: number
  good: number
  foreign: number
  deleted: number
  calls: Set<EndpointName>
}

export const walk = async (world: World, seed: number, n: number, length = 25): Promise<Walked> => {
  const walker = await createWalker(world, seed, n)
  try {
    await walker.read('records', { category: 'company', size: 10 })
    await walker.read('records', { category: 'people', size: 10 })
    while (walker.steps.length < length) await walker.step()
    await walker.end()
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const trail = trailOf(walker.steps, walker.pool, error.also)
    walker.walked.fault = `walk ${n} (WALKS_SEED=${seed} WALK=${n} repeats it): ${error.message}\n${trail}`
  }
  walker.walked.steps = walker.steps.length
  return walker.walked
}

/** `also` are related steps besides those that share its ids. */
class Fault extends Error {
  readonly also: ReadonlySet<number>
  constructor(message: string, also: Iterable<number> = []) {
    super(message)
    this.also = new Set(also)
  }
}

type Actor = Someone & { userId: string; orgId: string; role: string; mark: string }

const names = Object.keys(api) as EndpointName[]
const roles = [
  ...Array<string>(7).fill('admin'),
  ...Array<string>(4).fill('basic_member'),
  'org:guest',
]
/** What may restore a deleted item, or delete it again. */
const maybeBringsBack =
  /^(create|save|restore|patch|update|rename|new|delete|forget|subscribe|add|report|begin|request)/

const createWalker = async (world: World, seed: number, n: number) => {
  const random = chance(seed + n * 7919)
  const pool = createPool(world.market)
  const steps: Step[] = []
  const walked: Walked = {
    fault: null,
    steps: 0,
    good: 0,
    foreign: 0,
    deleted: 0,
    calls: new Set(),
  }
  const orgs = ['north', 'south'].map((side) => `zq${side}${n}zq`)
  await seedDemoCustomers(
    world.test.db,
    orgs.map((mark, at) => ({
      id: `org_${mark}`,
      name: mark,
      country: at === 0 ? ('AU' as const) : ('NZ' as const),
      website: `https://${mark}.example`,
      ...(at === 0 ? { bucket: 'bkt_growth' } : {}),
    })),
    Date.parse(`${today}T00:00:00Z`),
  )
  const userIds = orgs.flatMap((mark) => ['ana', 'ben', 'cy'].map((user) => `user_${mark}_${user}`))
  const focus = [random.of(ownKinds), random.of(ownKinds)]
  const focused = focus.flatMap((kind) => [
    ...callsAbout(kind, names),
    ...(kind in creators
      ? Array<EndpointName>(3).fill(creators[kind as keyof typeof creators])
      : []),
  ])
  const deleted = new Set<string>()
  const links: { url: string; mark: string }[] = []
  const keys: string[] = []
  const planned: { name: EndpointName | 'work' | 'part' | 'file'; id: string; actor: Actor }[] = []

  const anActor = (): Actor => {
    const userId = random.of(userIds)
    const mark = orgs.find((each) => userId.includes(each)) ?? ''
    return { userId, orgId: `org_${mark}`, mark, role: random.of(roles) }
  }
  const penOf = (actor: Actor): Pen => {
    const other = orgs.find((mark) => mark !== actor.mark) ?? ''
    return {
      orgId: actor.orgId,
      otherOrgId: `org_${other}`,
      userIds,
      canary: `${actor.mark} ${String(steps.length + 1).padStart(3, '0')}`,
      fileBytes: Buffer.byteLength(fileOf(actor.mark)),
    }
  }
  const perform = async (
    actor: Actor,
    name: string,
    request: Request,
    as: Someone | null,
    owner = actor.mark,
  ): Promise<Reply> => {
    const reply = await world.send(request, as)
    const sentText = `${request.url} ${request.payload ?? ''}`
    steps.push({
      at: steps.length + 1,
      actor: `${actor.role} ${actor.userId}`,
      name,
      request: `${request.method} ${request.url} ${request.payload ?? ''}`,
      status: reply.status,
      mutates: request.method !== 'GET',
      uses: new Set(sentText.match(uuids)),
      gives: new Set(reply.status < 300 ? reply.body.match(uuids) : []),
    })
    if (reply.status < 300) walked.good += 1
    noLeak(reply, sentText, owner, pool, owner === actor.mark ? actor.orgId : `org_${owner}`)
    const logged = world.errors().join(' ').slice(0, 800)
    if (reply.status >= 500 || logged !== '')
      throw new Fault(`answered ${reply.status} ${reply.body.slice(0, 200)} ${logged}`)
    return reply
  }

  const call = async (actor: Actor, name: EndpointName, input: Input): Promise<Reply> => {
    const fresh = !(mutates(api[name]) && keys.length > 0 && random.is(0.05))
    const key = fresh ? crypto.randomUUID() : random.of(keys)
    keys.push(key)
    const raw = { query: null, body: null, type: 'application/json', key }
    const request: Request = encodeRequest(name, input, raw)
    const reply = await perform(actor, name, request, actor)
    walked.calls.add(name)
    const { status, headers, body } = reply
    const fault = faultOf({ name }, { status, type: String(headers['content-type']), body })
    if (fault !== null) throw new Fault(fault)
    if (fresh) await readsAsAbsent(actor, name, request, reply)
    deletedStaysDeleted(actor, name, input, { status, fresh })
    if (status < 300 && body !== '') {
      const parsed: unknown = JSON.parse(body)
      pool.take(actor.orgId, name, input, parsed)
      if (name === 'downloadLink' && typeof parsed === 'object' && parsed && 'url' in parsed)
        links.push({ url: String(parsed.url), mark: actor.mark })
      const id = idIn(parsed) ?? String(input['id'])
      for (const each of sequels[name] ?? []) planned.push({ name: each, id, actor })
    }
    return reply
  }

  /** Compares with the same request and unused ids. */
  const readsAsAbsent = async (
    actor: Actor,
    name: EndpointName,
    request: Request,
    reply: Reply,
  ): Promise<void> => {
    const path = request.url.split('?')[0] ?? ''
    const looked = mutates(api[name]) ? path : `${request.url} ${request.payload ?? ''}`
    const foreign = [...new Set(looked.match(uuids))].filter((id) =>
      pool.isForeign(id, actor.orgId),
    )
    if (foreign.length === 0) return
    walked.foreign += 1
    const unknown = new Map(foreign.map((id) => [id, crypto.randomUUID()]))
    const renamed = (text: string): string => text.replaceAll(uuids, (id) => unknown.get(id) ?? id)
    const twin = await world.send(
      {
        ...request,
        url: renamed(request.url),
        payload: request.payload === undefined ? undefined : renamed(request.payload),
        headers: request.headers['idempotency-key']
          ? { ...request.headers, 'idempotency-key': crypto.randomUUID() }
          : request.headers,
      },
      actor,
    )
    const [theirs, absent] = [shapeOf(renamed(reply.body)), shapeOf(twin.body)]
    if (reply.status !== twin.status || theirs !== absent)
      throw new Fault(
        `${name} tells what is not yours from what is not there: ${reply.status} ${theirs.slice(0, 300)} and ${twin.status} ${absent.slice(0, 300)}`,
      )
  }

  /** A repeated key may return its answer from before the deletion, or have an effect for another user: it proves nothing. */
  const deletedStaysDeleted = (
    actor: Actor,
    name: EndpointName,
    input: Input,
    { status, fresh }: { status: number; fresh: boolean },
  ): void => {
    const kind = kindOf(name, input)
    const id = input['id']
    const recreatedIds = new Set([input['newId'], input['rid']])
    if (status < 300)
      for (const thing of deleted) if (recreatedIds.has(thing.split(' ')[2])) deleted.delete(thing)
    if (kind === null || typeof id !== 'string') return
    // A recent search belongs to a member: another member may have the same id.
    const thing = `${kind === 'recents' ? actor.userId : actor.orgId} ${kind} ${id}`
    if (/^(delete|forget)/.test(name)) {
      if (!fresh) return
      if (status === 204) deleted.add(thing)
      if (status === 204 && random.is(0.7)) {
        const uses = callsAbout(kind, names).filter((each) => api[each].path.includes('{id}'))
        planned.unshift({ name: random.of(uses), id, actor })
      }
      return
    }
    if (!deleted.has(thing)) return
    walked.deleted += 1
    if (status >= 300) return
    if (fresh && !maybeBringsBack.test(name))
      throw new Fault(`${name} answers ${status} for what was deleted`)
    deleted.delete(thing)
  }

  const fetchLink = async (actor: Actor): Promise<void> => {
    const link = links[links.length - 1 - random.whole(Math.min(links.length, 2))]
    if (link === undefined) return
    const request = { method: 'GET' as const, url: link.url, headers: {} }
    await perform(actor, 'file', request, null, link.mark)
  }

  const sendPart = async (actor: Actor, id: string): Promise<void> => {
    const url = `/api${uploadPartPath(id, random.is(0.9) ? 0 : 10)}`
    const headers = { 'content-type': 'application/octet-stream' }
    const request = { method: 'PUT' as const, url, headers, payload: fileOf(actor.mark) }
    await perform(actor, 'part', request, actor)
  }

  /** Signals arrive, jobs run. */
  const happen = async (): Promise<void> => {
    if (random.is(0.4)) {
      const company = random.of(world.companies)
      const key = `walk ${n} ${steps.length}`
      await world.test.db.owner
        .transaction()
        .execute((trx) => addSignals(trx, [draft(key, company)], new Date(`${today}T00:30:00Z`)))
      const signals = await world.test.db.owner.selectFrom('signal').select('id').execute()
      for (const { id } of signals) world.market.signal.add(id)
    }
    await world.test.work()
    for (const line of world.errors())
      throw new Fault(`work behind the calls logged ${line.slice(0, 600)}`)
  }

  /** Mostly valid; tests/server/app/hostile-input.test.ts covers invalid input. */
  const inputOf = (name: EndpointName, actor: Actor): Input => {
    const some = fc.sample(arbitraryInput(name), { seed: random.whole(2 ** 31), numRuns: 6 })
    const filled = some.map((input) => fill(name, input, pool, penOf(actor), random))
    const good = filled.find((input) => z.safeParse(api[name].input, input).success)
    return (random.is(0.9) ? good : undefined) ?? filled[0] ?? {}
  }

  const perhapsPlanned = () => {
    if (planned.length === 0 || !random.is(0.65)) return undefined
    const [next] = planned.splice(random.is(0.85) ? 0 : random.whole(planned.length), 1)
    return next
  }

  return {
    steps,
    pool,
    walked,
    read: async (name: EndpointName, input: Input): Promise<void> => {
      await call({ ...anActor(), role: 'admin' }, name, input)
    },
    step: async (): Promise<void> => {
      if (random.is(0.06)) await happen()
      const next = perhapsPlanned()
      const actor = next && random.is(0.75) ? { ...next.actor, role: 'admin' } : anActor()
      if (next?.name === 'work') return happen()
      if (next?.name === 'part') return sendPart(actor, next.id)
      if (next?.name === 'file') return fetchLink(actor)
      const name = next?.name ?? random.of(random.is(0.75) ? focused : names)
      const input = inputOf(name, actor)
      const goesOn = next && api[name].path.includes('{id}')
      await call(actor, name, goesOn ? { ...input, id: next.id } : input)
    },
    end: async (): Promise<void> => {
      await world.test.work()
      for (const mark of orgs) {
        const orgId = `org_${mark}`
        const mismatches = await world.test.db.asOrg(orgId, (trx) => auditAccount(trx, orgId))
        if (mismatches.length > 0)
          throw new Fault(`the ledger does not add up: ${JSON.stringify(mismatches)}`)
        const actor = { userId: `user_${mark}_ana`, orgId, mark, role: 'admin' }
        const reply = await call(actor, 'auditCheck', {})
        if (!reply.body.includes('"brokenAt":null')) throw new Fault(`audit log: ${reply.body}`)
      }
      for (const line of world.errors()) throw new Fault(`work behind the calls logged ${line}`)
    },
  }
}

const idIn = (reply: unknown): string | undefined => {
  if (typeof reply !== 'object' || reply === null) return undefined
  if ('id' in reply) return String(reply.id)
  return 'rid' in reply ? String(reply.rid) : undefined
}

const fileOf = (mark: string): string =>
  `Company,Website,Note\n${mark},https://${mark}.example,${mark}\nBuilders,,${mark}\n`

const marks = /zq(?:north|south)\d+zq(?: (\d{3}))?/gi

/** Except those that the request contained. */
const noLeak = (reply: Reply, sentText: string, mark: string, pool: Pool, orgId: string): void => {
  const text = `${JSON.stringify(reply.headers)} ${reply.body}`
  for (const found of text.matchAll(marks)) {
    const [whole, at] = found
    if (whole.toLowerCase().startsWith(mark)) continue
    if (at === undefined && sentText.toLowerCase().includes(whole.toLowerCase())) continue
    throw new Fault(`holds '${whole}' of another organisation`, [Number(at ?? 0)])
  }
  if (reply.status >= 300) return
  for (const id of new Set(reply.body.match(uuids)))
    if (!sentText.includes(id) && pool.isForeign(id, orgId))
      throw new Fault(`holds id ${id} of another organisation`)
}

const shapeOf = (body: string): string =>
  body
    .replaceAll(/"tookMs":[\d.]+/g, '"tookMs":0')
    .replaceAll(/"(requestId|asOf|cursor|at|createdAt|updatedAt|expiresAt)":"[^"]*"/g, '"$1":""')
    .replaceAll(uuids, 'id')
