import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { CrmFault } from '../../../emulators/crm/core/types.ts'
import {
  CrmError,
  Expired,
  Revoked,
  SignInRefused,
  Slow,
  Unavailable,
  Uncertain,
} from '../../../server/connectors/errors.ts'
import type { Write, Written } from '../../../server/connectors/port.ts'
import { connect, type Connected } from './connect.ts'
import { renewed } from './suite-reads.ts'
import { visitOf } from './suite-writes.ts'
import { createRecord, liveRecords, personOf, writeOf, type ConnectorSubject } from './subject.ts'

const lateMs = 150
const dayMs = 86_400_000

export const faultSuite = (subject: ConnectorSubject): void => {
  describe('faults', () => {
    const open = () => connect(subject.kind, subject.start, subject.hint)
    const onWrite = (fault: CrmFault): CrmFault => ({ ...fault, path: subject.writePath, times: 1 })

    const unanswered: readonly (readonly [string, CrmFault])[] = [
      ['a create that is committed and cut', { kind: 'lost' }],
      ['a create that is committed and cut in the middle of its answer', { kind: 'cut' }],
      ['a create that is committed and answered with 500', { kind: 'committed-then-500' }],
      [
        'a create that is answered with an HTML 502',
        { kind: 'committed-then-500', status: 502, body: 'html' },
      ],
      ['a create that commits late', { kind: 'late-commit', ms: lateMs }],
      ['a create that is cut before it is served', { kind: 'reset' }],
    ]
    it.each(unanswered)('throws Uncertain after %s, and makes no double', async (_, fault) => {
      const connected = await open()
      const { connector, api, emulator } = connected
      for (const object of ['company', personOf(connected)] as const) {
        const writes = [1, 2]
          .slice(0, connector.limits.write)
          .map((number) => writeOf(subject, object, number))
        const sentAt = emulator.now()
        const end = emulator.faults.begin(onWrite(fault))
        await expect(connector.write(api, writes)).rejects.toThrow(Uncertain)
        end()
        const written = await recover(connected, writes, sentAt)
        await wait(fault.kind === 'late-commit' ? 2 * lateMs : 0)
        expect(written.map(({ ref }) => ref).toSorted()).toEqual(writes.map(({ ref }) => ref))
        for (const each of written)
          expect(each).toMatchObject({ is: expect.stringMatching(/^(created|updated)$/) })
        const name = object === 'company' ? subject.records.company : subject.records.person
        expect(liveRecords(emulator, name)).toHaveLength(writes.length)
      }
      expect(emulator.audit().doubles).toBe(0)
    })

    it('throws Slow with the end of the wait when the CRM is at its limit', async () => {
      const connected = await open()
      const { connector, api, emulator } = connected
      // The budget first: its end is a time of the clock, and the clocks still agree.
      for (const limit of ['budget', 'calls'] as const) {
        const end = emulator.faults.begin({ kind: 'throttle', limit })
        const before = Date.now()
        const error: unknown = await connector
          .write(api, [writeOf(subject, 'company', 1)])
          .catch((cause: unknown) => cause)
        end()
        expect(error).toBeInstanceOf(Slow)
        if (!(error instanceof Slow)) return
        expect(error.until).toBeGreaterThan(before)
        expect(error.until).toBeLessThanOrEqual(Date.now() + dayMs + 3_600_000)
        emulator.advance(error.until - before + 1)
        await renewed(connected)
      }
      expect(liveRecords(emulator, subject.records.company)).toHaveLength(0)
      expect(emulator.audit().early).toBe(0)
    })

    it('throws Slow with the end of the wait when the CRM limits token requests', async () => {
      const { connector, emulator, http, grant } = await open()
      const end = emulator.faults.begin({ kind: 'throttle', path: 'token' })
      const before = Date.now()
      const error: unknown = await connector.oauth
        .refresh(http, grant)
        .catch((cause: unknown) => cause)
      end()
      expect(error).toBeInstanceOf(Slow)
      if (!(error instanceof Slow)) return
      emulator.advance(error.until - before + 1)
      await connector.oauth.refresh(http, grant)
      expect(emulator.audit().early).toBe(0)
    })

    it('throws Unavailable for a read, and Uncertain for a write, while the CRM answers 503', async () => {
      const { connector, api, emulator } = await open()
      // Some connectors read it before a write, and remember it.
      await connector.describe(api, 'company')
      emulator.faults.begin({ kind: 'failing' })
      await expect(connector.read(api, 'company', ['1'], [])).rejects.toThrow(Unavailable)
      await expect(connector.write(api, [writeOf(subject, 'company', 1)])).rejects.toThrow(
        Uncertain,
      )
    })

    it.each([403, 502, 200])('throws a CRM error for an HTML answer with %i', async (status) => {
      const { connector, api, emulator, http, grant } = await open()
      await connector.describe(api, 'company')
      emulator.faults.begin({ kind: 'failing', status, body: 'html' })
      const reading: unknown = await connector.owners(api).catch((cause: unknown) => cause)
      expect(reading).toBeInstanceOf(CrmError)
      for (const kind of [Expired, Revoked, SignInRefused]) expect(reading).not.toBeInstanceOf(kind)
      const writing: unknown = await connector
        .write(api, [writeOf(subject, 'company', 1)])
        .catch((cause: unknown) => cause)
      expect(writing).toBeInstanceOf(CrmError)
      expect(writing instanceof Uncertain || status === 403).toBe(true)
      emulator.faults.begin({ kind: 'failing', status, body: 'html', path: 'token' })
      const refreshing: unknown = await connector.oauth
        .refresh(http, grant)
        .catch((cause: unknown) => cause)
      expect(refreshing).toBeInstanceOf(CrmError)
      expect(refreshing).not.toBeInstanceOf(Revoked)
    })

    it('throws Expired and writes nothing with an expired token', async () => {
      const { connector, api, emulator } = await open()
      emulator.faults.begin({ kind: 'expire' })
      await expect(connector.write(api, [writeOf(subject, 'company', 1)])).rejects.toThrow(Expired)
      expect(liveRecords(emulator, subject.records.company)).toHaveLength(0)
    })

    it('finds an activity whose answer was lost, and makes no second', async () => {
      const connected = await open()
      const { connector, api, emulator } = connected
      const company = await createRecord(connected, subject, 'company', 1)
      const sentAt = emulator.now()
      emulator.faults.begin({ kind: 'lost', path: subject.activityPath, times: 1 })
      await expect(connector.activity(api, visitOf(company))).rejects.toThrow(Uncertain)
      emulator.advance(connector.limits.settleMs)
      const fresh = await renewed(connected)
      const written = await connector.resolveActivity(fresh, visitOf(company), sentAt)
      expect(written).toMatchObject({
        ref: 'visit-1',
        is: expect.stringMatching(/^(created|updated)$/),
      })
      expect(emulator.activities()).toHaveLength(1)
    })

    it('says that an activity is absent which was never served, or makes it once', async () => {
      const connected = await open()
      const { connector, api, emulator } = connected
      const company = await createRecord(connected, subject, 'company', 1)
      const sentAt = emulator.now()
      emulator.faults.begin({ kind: 'reset', path: subject.activityPath, times: 1 })
      await expect(connector.activity(api, visitOf(company))).rejects.toThrow(Uncertain)
      emulator.advance(connector.limits.settleMs)
      const fresh = await renewed(connected)
      const written = await connector.resolveActivity(fresh, visitOf(company), sentAt)
      if (written.is === 'absent') await connector.activity(fresh, visitOf(company))
      expect(emulator.activities()).toHaveLength(1)
    })
  })
}

/** As the domain does: repeats where that is safe, else waits and looks, and sends again what is absent. */
const recover = async (
  connected: Connected,
  writes: readonly Write[],
  sentAt: number,
): Promise<readonly Written[]> => {
  const { connector, api, emulator } = connected
  if (connector.createGuard === 'repeat') return connector.write(api, writes)
  // The CRM may still be at it for so long.
  await wait(2 * lateMs)
  emulator.advance(connector.limits.settleMs)
  const fresh = await renewed(connected)
  const resolved = await connector.resolve(fresh, writes, sentAt)
  const absent = new Set(resolved.filter(({ is }) => is === 'absent').map(({ ref }) => ref))
  const again = writes.filter(({ ref }) => absent.has(ref))
  return [
    ...resolved.filter(({ ref }) => !absent.has(ref)),
    ...(again.length === 0 ? [] : await connector.write(fresh, again)),
  ]
}
