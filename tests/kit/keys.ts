import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { exportJWK, type JWK } from 'jose'
import { runFolder } from './run-folder.ts'

/** Signs the tokens of every app in this run: generating an RSA key takes as long as a small test. */
export const testKeys = async (): Promise<{ privateKey: KeyObject; jwk: JWK }> => {
  const file = join(runFolder(), 'token-key.pem')
  if (!existsSync(file)) await generateAt(file)
  const privateKey = createPrivateKey(readFileSync(file))
  const jwk = { ...(await exportJWK(createPublicKey(privateKey))), kid: 'test', alg: 'RS256' }
  return { privateKey, jwk }
}

/** The first of several processes wins. */
const generateAt = async (file: string): Promise<void> => {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const own = `${file}-${process.pid}`
  writeFileSync(own, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  try {
    linkSync(own, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  }
  rmSync(own)
}
