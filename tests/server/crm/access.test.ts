import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSalesloftEmulator } from '../../../emulators/crm/salesloft/emulator.ts'
import { Expired, Slow, Unavailable, Uncertain } from '../../../server/connectors/errors.ts'
import type { Api, Connector } from '../../../server/connectors/port.ts'
import { salesloft } from '../../../server/connectors/salesloft/connector.ts'
import { openAccess } from '../../../server/crm/access.ts'
import { keepAlive } from '../../../server/crm/keep-alive.ts'
import { operateCrmKeys } from '../../../server/crm/operating.ts'
import { openSeal } from '../../../server/crm/seal.ts'
import { harbour, southern } from '../../kit/app.ts'
import { openCrmApp, type CrmApp } from '../../kit/crm/app.ts'

let app: CrmApp
beforeAll(async () => {
  app = await openCrmApp(salesloft, startSalesloftEmulator)
})
afterAll(() => app.close())

/** A new connection, after every limit has ended. */
const open = async (): Promise<{ id: string; owners: () => Promise<unknown> }> => {
  app.emulator.faults.clear()
  await app.db.owner.deleteFrom('crm_connection').execute()
  await app.pass(2)
  const id = await app.connect()
  return { id, owners: () => app.access().call(harbour.id, id, readOwners) }
}

const readOwners = (api: Api, connector: Connector) => connector.owners(api)

const rowOf = ({ db }: CrmApp) =>
  db.owner.selectFrom('crm_connection').selectAll().executeTakeFirstOrThrow()

const tokenCalls = ({ emulator }: CrmApp): number =>
  Object.entries(emulator.audit().calls)
    .filter(([call]) => call.includes('token'))
    .reduce((sum, [, count]) => sum + count, 0)

const integrationOf = async (app: CrmApp) =>
  (await app.crm('POST', '/crm/integrations')).body.integrations[0]

describe('a call of a connected CRM', () => {
  it('uses the token while it is good', async () => {
    const { owners } = await open()
    const before = tokenCalls(app)
    expect(await owners()).toHaveLength(4)
    await owners()
    expect(tokenCalls(app)).toBe(before)
  })

  it('refreshes first when the token is about to expire, and stores the new one', async () => {
    const { owners } = await open()
    const before = await rowOf(app)
    await app.pass(3 * 60)
    await owners()
    const after = await rowOf(app)
    expect(after.generation).toBe(before.generation + 1)
    expect(after.sealed_grant).not.toBe(before.sealed_grant)
    expect(after).toMatchObject({ refreshing_until: null, refreshed_by: null, state: 'connected' })
    await owners()
  })

  it('refreshes once and calls again when the CRM says that the token expired', async () => {
    const { owners } = await open()
    app.emulator.faults.begin({ kind: 'expire' })
    const before = tokenCalls(app)
    await owners()
    expect(tokenCalls(app)).toBe(before + 1)
  })

  it('refreshes once for three processes at the same time', async () => {
    const { id } = await open()
    const processes = [app.access(), app.access(), app.access()]
    for (let round = 0; round < 4; round += 1) {
      app.emulator.faults.begin({ kind: 'expire' })
      const before = tokenCalls(app)
      await Promise.all(
        processes.flatMap((each) => [1, 2].map(() => each.call(harbour.id, id, readOwners))),
      )
      expect(tokenCalls(app)).toBe(before + 1)
    }
    expect(await rowOf(app)).toMatchObject({ state: 'connected', generation: 5 })
  })

  it('waits for a slow refresh of another process', async () => {
    const { id } = await open()
    await app.db.owner
      .updateTable('crm_connection')
      .set({ refreshed_by: 'another', refreshing_until: new Date(app.parts.now() + 1_000) })
      .execute()
    app.emulator.faults.begin({ kind: 'expire' })
    // The other process was killed, so its lease ends.
    await app.access().call(harbour.id, id, readOwners)
    expect((await rowOf(app)).generation).toBe(2)
  })

  it('asks an admin to sign in again once access was revoked', async () => {
    const { owners } = await open()
    app.emulator.user.revoke()
    await expect(owners()).rejects.toMatchObject({
      code: 'crm-away',
      message: 'Salesloft asks an admin to sign in again.',
    })
    expect(await integrationOf(app)).toMatchObject({
      state: 'installed',
      connection: { isWorking: false, problem: 'Salesloft asks an admin to sign in again.' },
    })
    const before = tokenCalls(app)
    await expect(owners()).rejects.toMatchObject({ code: 'crm-away' })
    expect(tokenCalls(app)).toBe(before)
    await app.connect()
    await owners()
    expect(await integrationOf(app)).toMatchObject({
      connection: { isWorking: true, problem: null },
    })
  })

  it('makes no second try with a token that its first use killed', async () => {
    const { owners } = await open()
    app.emulator.faults.begin({ kind: 'expire' })
    const end = app.emulator.faults.begin({ kind: 'lost', path: 'token', times: 1 })
    await expect(owners()).rejects.toThrow(Unavailable)
    end()
    const before = tokenCalls(app)
    await expect(owners()).rejects.toMatchObject({ code: 'crm-away' })
    expect(tokenCalls(app)).toBe(before + 1)
  })

  it('changes no state while the token service is away', async () => {
    const { owners } = await open()
    app.emulator.faults.begin({ kind: 'expire' })
    for (const fault of [
      { kind: 'failing' },
      { kind: 'reset' },
      { kind: 'failing', status: 502, body: 'html' },
    ] as const) {
      const end = app.emulator.faults.begin({ ...fault, path: 'token' })
      const error: unknown = await owners().catch((cause: unknown) => cause)
      expect(error).toBeInstanceOf(Unavailable)
      expect(error).not.toBeInstanceOf(Uncertain)
      end()
    }
    expect(await rowOf(app)).toMatchObject({ state: 'connected', refreshing_until: null })
    await owners()
  })

  it('waits in every process after the CRM asked to slow down', async () => {
    const { owners } = await open()
    const end = app.emulator.faults.begin({ kind: 'throttle' })
    await expect(owners()).rejects.toThrow(Slow)
    end()
    const { slow_until: until } = await rowOf(app)
    expect(until?.getTime()).toBeGreaterThan(app.parts.now())
    await expect(owners()).rejects.toThrow(Slow)
    expect((await integrationOf(app)).connection.waitsUntil).toBe(until?.toISOString())
    expect(app.emulator.audit().early).toBe(0)
    await app.pass(2)
    await owners()
    expect((await integrationOf(app)).connection.waitsUntil).toBeNull()
  })

  it.each([
    ['a call', {}],
    ['a refresh', { path: 'token' }],
  ])('sends no more of a call under way once %s met a limit', async (_, scope) => {
    const { id } = await open()
    const access = app.access()
    const under = access.call(harbour.id, id, async (api, connector) => {
      app.emulator.faults.begin({ kind: 'expire' })
      app.emulator.faults.begin({ kind: 'throttle', times: 1, ...scope })
      await expect(access.call(harbour.id, id, readOwners)).rejects.toThrow(Slow)
      const before = app.emulator.audit().calls
      await connector.owners(api).finally(() => {
        expect(app.emulator.audit().calls).toEqual(before)
      })
    })
    await expect(under).rejects.toThrow(Slow)
    await app.pass(2)
    await access.call(harbour.id, id, readOwners)
  })

  it('finds no connection of another organisation', async () => {
    const { id } = await open()
    await expect(app.access().call(southern.id, id, readOwners)).rejects.toMatchObject({
      code: 'not-found',
    })
  })

  it('lets the errors of the call itself through', async () => {
    const { id } = await open()
    await expect(
      app.access().call(harbour.id, id, () => Promise.reject(new Uncertain('cut'))),
    ).rejects.toThrow(Uncertain)
    expect((await rowOf(app)).state).toBe('connected')
  })

  it('gives up on a token that is refused right after its refresh', async () => {
    const { id } = await open()
    await expect(
      app.access().call(harbour.id, id, () => Promise.reject(new Expired('expired'))),
    ).rejects.toMatchObject({ code: 'crm-away' })
    expect(await rowOf(app)).toMatchObject({ state: 'revoked', generation: 2 })
  })

  it('asks to sign in again when the key of its tokens is gone', async () => {
    const { id } = await open()
    const seal = openSeal([{ id: 'k9', key: new Uint8Array(32) }])
    await expect(
      openAccess({ ...app.parts, seal }).call(harbour.id, id, readOwners),
    ).rejects.toMatchObject({ code: 'crm-away' })
  })
})

describe('keeping connections alive', () => {
  it('refreshes what was not used for ten days, once', async () => {
    await open()
    await keepAlive(app.parts)
    expect((await rowOf(app)).generation).toBe(1)
    await app.pass(11 * 24 * 60)
    await keepAlive(app.parts)
    await keepAlive(app.parts)
    expect((await rowOf(app)).generation).toBe(2)
  })

  it('seals with the newest key', async () => {
    const { owners } = await open()
    await keepAlive({ ...app.parts, seal: openSeal([k2, k1]) })
    expect((await rowOf(app)).sealed_grant).toMatch(/^v1\.k2\./)
    await expect(owners()).rejects.toMatchObject({ code: 'crm-away' })
  })
})

describe('the rotation of the seal key by command', () => {
  it('seals every connection with the newest key, without a call of the CRM, and nothing the second time', async () => {
    const { id } = await open()
    await app.db.owner
      .updateTable('crm_connection')
      .set({ state: 'revoked', access_until: null })
      .execute()
    const before = await rowOf(app)
    const { calls } = app.emulator.audit()
    const seal = openSeal([k2, k1])
    const rotate = () => operateCrmKeys(app.db, seal)
    expect(await rotate()).toEqual(['Sealed with key k2 now: 1. Already sealed with it: 0.'])
    const after = await rowOf(app)
    expect(after).toEqual({ ...before, sealed_grant: expect.stringMatching(/^v1\.k2\./) })
    expect(await rotate()).toEqual(['Sealed with key k2 now: 0. Already sealed with it: 1.'])
    expect(await rowOf(app)).toEqual(after)
    expect(app.emulator.audit().calls).toEqual(calls)
    await app.db.owner.updateTable('crm_connection').set({ state: 'connected' }).execute()
    await openAccess({ ...app.parts, seal: openSeal([k2]) }).call(harbour.id, id, readOwners)
  })

  it('leaves tokens that no key opens as they are, and counts them', async () => {
    await open()
    const before = await rowOf(app)
    expect(await operateCrmKeys(app.db, openSeal([k2]))).toEqual([
      'Sealed with key k2 now: 0. Already sealed with it: 0.',
      'No key opens: 1. Set the key they were sealed with and run this again, or their admins sign in again.',
    ])
    expect(await rowOf(app)).toEqual(before)
  })
})

const k1 = { id: 'k1', key: new Uint8Array(32).fill(3) }
const k2 = { id: 'k2', key: new Uint8Array(32).fill(4) }
