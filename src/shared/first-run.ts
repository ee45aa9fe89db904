import { useQuery } from '@tanstack/react-query'
import { readStored } from '../lib/storage.ts'
import { useApi } from '../lib/use-api.ts'
import { useIdentity } from '../session/use-identity.ts'
import { customerMetadataQuery } from './queries.ts'

/** Where this device stores the steps of the first run, and 'done' after it. */
export const firstRunKey = (userId: string | null, orgId: string | null): string =>
  `fieldbook.first-run.${userId ?? ''}.${orgId ?? ''}`

/** Whether an admin may have steps of the first run left: until one answers or skips it, the organisation has no default country. */
export const useMayBeFirstRun = (): boolean => {
  const { role, userId, orgId } = useIdentity()
  const isAdmin = role === 'admin'
  const { data } = useQuery({ ...customerMetadataQuery(useApi()), enabled: isAdmin })
  if (!isAdmin) return false
  const stored = readStored(firstRunKey(userId, orgId))
  return stored === null ? data?.defaultCountry === null : stored !== 'done'
}
