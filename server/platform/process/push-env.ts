import { publicKeyOf } from '../vendors/push-keys.ts'

export type PushEnv = {
  /** VAPID, shared by all processes of an installation; undefined: a key in the data folder. */
  privateKey: Uint8Array | undefined
  /** For push services: mailto: or https:. */
  subject: string
  /** The origin of a push service on this machine, accepted as well; never in production. */
  emulator: string | undefined
}

export const pushProblems = (set: Record<string, string | undefined>): string[] => {
  const problems: string[] = []
  const publicKey = set['VAPID_PUBLIC_KEY']
  const privateKey = set['VAPID_PRIVATE_KEY']
  if ((publicKey === undefined) !== (privateKey === undefined))
    problems.push('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY go together: set both or neither.')
  else if (publicKey !== undefined && privateKey !== undefined) {
    const right = publicKeyOf(Buffer.from(privateKey, 'base64url'))
    if (right !== null && right !== publicKey.replace(/(?<!=)=+$/, ''))
      problems.push('VAPID_PUBLIC_KEY is not the key that belongs to VAPID_PRIVATE_KEY.')
  }
  const production = set['NODE_ENV'] === 'production' && set['FIELDBOOK_EMULATORS'] !== 'allow'
  if (set['PUSH_EMULATOR'] !== undefined && production)
    problems.push('PUSH_EMULATOR is for tests and is refused with NODE_ENV=production.')
  return problems
}

/** Some push services refuse invented addresses. */
export const subjectOf = (publicOrigin: string | undefined): string =>
  publicOrigin?.startsWith('https://') === true ? publicOrigin : 'mailto:alerts@fieldbook.example'
