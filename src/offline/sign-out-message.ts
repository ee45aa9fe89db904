export type WipeScope = 'everything' | { userId: string; orgId: string }

/** The messages of tabs and the service worker at sign-out. `windows`: how many the worker knows. */
export type SignOutMessage =
  | { type: 'stop'; scope: WipeScope }
  | { type: 'stopped'; windows?: number | undefined }

/** Parses a message by hand, because the worker has no schema library; undefined for anything else. */
export const parseSignOutMessage = (arrived: unknown): SignOutMessage | undefined => {
  if (typeof arrived !== 'object' || arrived === null || !('type' in arrived)) return undefined
  if (arrived.type === 'stopped') {
    const windows = 'windows' in arrived ? arrived.windows : undefined
    return { type: 'stopped', windows: typeof windows === 'number' ? windows : undefined }
  }
  const scope = 'scope' in arrived ? parseScope(arrived.scope) : undefined
  return arrived.type === 'stop' && scope !== undefined ? { type: 'stop', scope } : undefined
}

/** The cache of answers for one user in one organisation. */
export const personalCache = (userId: string, orgId: string): string =>
  `fieldbook-data-${userId}-${orgId}`

const parseScope = (value: unknown): WipeScope | undefined => {
  if (value === 'everything') return value
  if (typeof value !== 'object' || value === null) return undefined
  if (!('userId' in value) || !('orgId' in value)) return undefined
  const { userId, orgId } = value
  return typeof userId === 'string' && typeof orgId === 'string' ? { userId, orgId } : undefined
}
