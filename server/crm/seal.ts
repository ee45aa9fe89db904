import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** The row that a secret belongs to: it opens nowhere else. `generation` is 0 where there is only one. */
export type SealContext = { orgId: string; id: string; generation: number }

export type SealKey = { id: string; key: Uint8Array }

export type Seal = {
  /** With the first key. */
  seal(secret: string, context: SealContext): string
  /** Throws SealBroken. */
  open(sealed: string, context: SealContext): string
  /** What everything sealed with the first key begins with. */
  prefix: string
}

/** The key is missing, or the text is another row's. */
export class SealBroken extends Error {}

/** AES-256-GCM with a random nonce: far below 2^32 secrets a key. */
export const openSeal = (keys: readonly [SealKey, ...SealKey[]]): Seal => {
  const [first] = keys
  return {
    seal: (secret, context) => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', first.key, nonce).setAAD(boundTo(context))
      const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      const parts = [nonce, cipher.getAuthTag(), body].map((part) => part.toString('base64url'))
      return ['v1', first.id, ...parts].join('.')
    },
    open: (sealed, context) => {
      const [version, id, nonce = '', tag = '', body = ''] = sealed.split('.')
      const known = version === 'v1' ? keys.find((key) => key.id === id) : undefined
      if (known === undefined) throw new SealBroken(`No key of CRM_SEAL_KEYS is called ${id}.`)
      try {
        const decipher = createDecipheriv('aes-256-gcm', known.key, bytesOf(nonce), {
          authTagLength: 16,
        })
          .setAAD(boundTo(context))
          .setAuthTag(bytesOf(tag))
        return decipher.update(bytesOf(body), undefined, 'utf8') + decipher.final('utf8')
      } catch (cause) {
        throw new SealBroken('A sealed text does not open.', { cause })
      }
    },
    prefix: `v1.${first.id}.`,
  }
}

const boundTo = ({ orgId, id, generation }: SealContext): Buffer =>
  Buffer.from(`${orgId}|${id}|${generation}`)

const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64url')
