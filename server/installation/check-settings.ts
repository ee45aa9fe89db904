import { isPlaceholder } from '../platform/process/placeholders.ts'
import type { DoctorParts } from './doctor-parts.ts'

export const checkSettings = ({ env }: DoctorParts): Promise<string[]> =>
  Promise.resolve([
    ...(databasePassword(env.databaseUrl)
      ? ['The password of the database is a well-known one. Choose another.']
      : []),
    // The demo runs without all of these.
    ...(env.clerk === undefined ? [] : faultsInUse(env)),
  ])

const faultsInUse = (env: DoctorParts['env']): string[] => {
  const faults: string[] = []
  if (env.databaseUrl === undefined)
    faults.push(
      'DATABASE_URL isn’t set: the embedded database has one connection and one process. Use PostgreSQL.',
    )
  if (env.publicOrigin?.startsWith('https://') !== true)
    faults.push('PUBLIC_ORIGIN isn’t an https address, so devices can’t install the app.')
  if (env.clerkWebhookSecrets.length === 0)
    faults.push(
      'CLERK_WEBHOOK_SECRET isn’t set, so users who were removed keep access for up to a minute.',
    )
  if (env.demo)
    faults.push('FIELDBOOK_DEMO is on: invented companies are among those of your customers.')
  if (env.push.subject.endsWith('@fieldbook.example'))
    faults.push('VAPID_SUBJECT isn’t set. Apple refuses push messages with an invented address.')
  return faults
}

const databasePassword = (url: string | undefined): boolean => {
  if (url === undefined) return false
  const { password } = new URL(url)
  return password !== '' && isPlaceholder(decodeURIComponent(password))
}
