import { createPublicKey, verify } from 'node:crypto'

/** Why the header (RFC 8292) is invalid; null when valid. `publicKey` is the subscription's. */
export const vapidFault = (
  authorization: string,
  { audience, publicKey, now }: { audience: string; publicKey: string; now: number },
): string | null => {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/i.exec(authorization) ?? []
  if (token === '') return 'no vapid header'
  if (key !== publicKey) return 'another key than the device subscribed with'
  const [head = '', body = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  if (point.length !== 65) return 'no public key'
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const genuine = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!genuine) return 'a wrong signature'
  const header = objectOf(head)
  const claims = objectOf(body)
  if (header['alg'] !== 'ES256') return 'not signed with ES256'
  if (claims['aud'] !== audience) return 'meant for another push service'
  const exp = Number(claims['exp'])
  if (!(exp > now / 1000)) return 'expired'
  if (exp > now / 1000 + 24 * 60 * 60) return 'valid for longer than a day'
  if (!/^(mailto:|https:)/.test(String(claims['sub']))) return 'no contact address'
  return null
}

const objectOf = (part: string): Record<string, unknown> => {
  const read: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  return typeof read === 'object' && read !== null ? { ...read } : {}
}
