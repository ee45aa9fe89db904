import { describe, expect, it } from 'vitest'
import { opensApp } from '../../contract/org/customer.ts'
import { roleOf } from '../../contract/core/roles.ts'
import { signalPrefix } from '../../contract/signals/signal-flags.ts'
import { operateFlags, type Flag } from '../../server/flags.ts'
import { labels } from '../../src/session/labels.ts'
import { harbour, type TestApp } from '../kit/app.ts'
import { aTrial } from '../kit/session/gate.ts'

const now = Date.parse('2026-03-03T01:00:00Z')

export const roles = (test: () => TestApp): void =>
  void describe('6. Roles and permissions', () => {
    it('Roles: admin, org:admin, basic_member, org:basic_member (shown as Standard)', async () => {
      const answers = await Promise.all(
        ['admin', 'org:admin', 'basic_member', 'org:basic_member', 'org:guest'].map(
          async (role) =>
            (await test().ask('GET', '/customer/metadata', undefined, { as: { role } })).status,
        ),
      )
      expect(answers).toEqual([200, 200, 200, 200, 403])
      expect(roleOf('org:basic_member')).toBe('standard')
      expect(labels.roles).toMatchObject({
        basic_member: 'Standard',
        'org:basic_member': 'Standard',
      })
    })

    it('Access requires both a subscription and subscription metadata', async () => {
      expect(opensApp(aTrial, now)).toBe(true)
      expect(opensApp({ ...aTrial, metadata: null }, now)).toBe(false)
      expect(opensApp(null, now)).toBe(false)
      const as = { orgId: 'org_without_plan' }
      const answer = await test().ask('POST', '/records', { category: 'company' }, { as })
      expect(answer.status).toBe(402)
    })

    const turn = (flag: Flag, on: boolean) =>
      operateFlags(test().db, { do: 'set', organisation: harbour.id, flag, on })
    const answering = async (): Promise<string[]> => {
      const found: string[] = []
      for (const prefix of ['core/', 'targeting/', 'intent/', '']) {
        const category = prefix === 'intent/' ? 'intent' : 'company'
        const { status } = await test().ask('POST', `/${prefix}signals/records`, { category })
        if (status === 200) found.push(prefix)
      }
      return found
    }

    it('Signal call prefix depends on flags: both signal-targeting and signal-intent give core/', async () => {
      await turn('signal-targeting', true)
      await turn('signal-intent', true)
      expect(signalPrefix(() => true)).toBe('core')
      expect(await answering()).toEqual(['core/'])
    })

    it('only targeting gives targeting/', async () => {
      await turn('signal-targeting', true)
      await turn('signal-intent', false)
      expect(signalPrefix((flag) => flag === 'signal-targeting')).toBe('targeting')
      expect(await answering()).toEqual(['targeting/'])
    })

    it('only intent gives intent/', async () => {
      await turn('signal-targeting', false)
      await turn('signal-intent', true)
      expect(signalPrefix((flag) => flag === 'signal-intent')).toBe('intent')
      expect(await answering()).toEqual(['intent/'])
    })

    it('Download history can be filtered by a user id', async () => {
      const of = async (userId: string): Promise<number> =>
        (await test().ask('POST', '/download/history', { userId })).body.total
      const source = { kind: 'search', filters: {}, first: 1 }
      const body = { category: 'company', source, agreed: 1 }
      const headers = { 'idempotency-key': crypto.randomUUID() }
      const as = { userId: 'user_sam', role: 'basic_member' }
      expect((await test().ask('POST', '/download/request', body, { as, headers })).status).toBe(
        202,
      )
      expect([await of('user_sam'), await of('user_kim')]).toEqual([1, 0])
    })
  })
