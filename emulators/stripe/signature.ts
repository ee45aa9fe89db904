import { createHmac } from 'node:crypto'

/** The value of `Stripe-Signature`; the key is the whole secret, `whsec_` included. */
export function signatureOf(secret: string, seconds: number, body: string): string {
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${digest}`
}
