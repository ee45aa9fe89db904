import { verifyWebhook } from '@clerk/backend/webhooks'

/** Headers by lower-case name; the exact bytes of the body are signed. */
export type Delivery = { headers: Readonly<Record<string, unknown>>; body: Buffer }

/** Checks the webhook signature: by one of the secrets (whsec_…) within 300 s; null otherwise. */
export const signedBody = async (
  delivery: Delivery,
  secrets: readonly string[],
): Promise<{ id: string; body: unknown } | null> => {
  const headers = new Headers()
  for (const name of ['svix-id', 'svix-timestamp', 'svix-signature']) {
    const value = delivery.headers[name]
    if (typeof value !== 'string') return null
    headers.set(name, value)
  }
  const text = delivery.body.toString('utf8')
  for (const signingSecret of secrets) {
    const request = new Request('http://webhook.invalid', { method: 'POST', headers, body: text })
    const known = await verifyWebhook(request, { signingSecret }).catch(() => null)
    if (known !== null) return { id: headers.get('svix-id') ?? '', body: JSON.parse(text) }
  }
  return null
}
