import { createHmac, randomBytes } from 'node:crypto'
import type { TestApp } from '../app.ts'

export const newWebhookSecret = (): string =>
  ['whsec', randomBytes(24).toString('base64')].join('_')

export type ClerkDelivery = { id: string; body: string }
export type Sending = {
  secret: string
  ageSeconds?: number
  headers?: Record<string, string>
}

/** `at` is ms since 1970. */
export const clerkEvent = (type: string, data: object, at: number): ClerkDelivery => ({
  id: `msg_${randomBytes(8).toString('hex')}`,
  body: JSON.stringify({ data, instance_id: 'ins_1', object: 'event', timestamp: at, type }),
})

export const svixSignature = (
  secret: string,
  id: string,
  seconds: number,
  body: string,
): string => {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
}

export const deliver = async (
  test: TestApp,
  { id, body }: ClerkDelivery,
  { secret, ageSeconds = 0, headers = {} }: Sending,
): Promise<{ status: number; body: { code?: string; detail?: string } }> => {
  const seconds = Math.floor(Date.now() / 1000) - ageSeconds
  const answer = await test.app.inject({
    method: 'POST',
    url: '/api/webhooks/clerk',
    headers: {
      'content-type': 'application/json',
      'svix-id': id,
      'svix-timestamp': String(seconds),
      'svix-signature': svixSignature(secret, id, seconds, body),
      ...headers,
    },
    payload: body,
  })
  return { status: answer.statusCode, body: JSON.parse(answer.body) }
}

export const userData = (id: string, name: string, at: number): object => ({
  object: 'user',
  id,
  first_name: name,
  last_name: null,
  primary_email_address_id: 'idn_1',
  email_addresses: [
    { id: 'idn_0', email_address: `old-${id}@fieldbook.example` },
    { id: 'idn_1', email_address: `${id}@fieldbook.example` },
  ],
  updated_at: at,
})

export const organisationData = (id: string, name: string, at: number): object => ({
  object: 'organization',
  id,
  name,
  updated_at: at,
})

export const membershipData = (membership: {
  organisation: object
  userId: string
  name: string
  role: string
  at: number
}): object => ({
  object: 'organization_membership',
  id: `orgmem_${membership.userId}`,
  organization: membership.organisation,
  public_user_data: {
    user_id: membership.userId,
    first_name: membership.name,
    last_name: null,
    identifier: `${membership.userId}@fieldbook.example`,
  },
  role: membership.role,
  updated_at: membership.at,
})
