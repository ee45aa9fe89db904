import { createECDH, randomBytes } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { enqueuePush, type PushContent } from '../../server/push/outbox.ts'
import { pushKeysOf } from '../../server/platform/vendors/push-keys.ts'
import { harbour, type Someone, type TestApp } from './app.ts'

export const pushKeys = pushKeysOf(new Uint8Array(32).fill(9), 'mailto:alerts@fieldbook.example')

export const subscription = (name: string) => {
  const pair = createECDH('prime256v1')
  return {
    endpoint: `https://fcm.googleapis.com/fcm/send/${name}`,
    keys: {
      p256dh: pair.generateKeys('base64url'),
      auth: randomBytes(16).toString('base64url'),
    },
    label: 'Chrome on Android',
  }
}

export const register = (
  { ask }: TestApp,
  body: ReturnType<typeof subscription> & { renews?: string },
  as: Someone = {},
) => ask('PUT', '/push/devices', body, { as, headers: { 'idempotency-key': uuidv7() } })

export const pushContent = (more: Partial<PushContent> = {}): PushContent => ({
  runId: uuidv7(),
  noticeId: uuidv7(),
  title: '12 new hiring surges',
  opens: {
    listIds: [],
    agentId: uuidv7(),
    signalType: { slug: 'hiring_surge', category: 'company' },
    incrementalRunIds: [uuidv7()],
    signalCount: 12,
  },
  ...more,
})

export const enqueueMessage = (
  { db }: TestApp,
  userId: string,
  what: PushContent,
  orgId: string = harbour.id,
): Promise<void> =>
  db.asOrg(orgId, (trx) => enqueuePush(trx, orgId, userId, what, new Date('2026-03-03T01:00:00Z')))
