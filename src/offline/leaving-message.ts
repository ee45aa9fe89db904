/** What has to stop: everything, or what belongs to one person in one organisation. */
export type Gone = 'everything' | { userId: string; orgId: string }

/** What tabs and the service worker say to each other when somebody leaves. `windows`: how many the worker knows of. */
export type LeavingMessage =
  | { type: 'stop'; gone: Gone }
  | { type: 'stopped'; windows?: number | undefined }

/** The message in what arrived; undefined for anything else. By hand: the worker has no schema library to carry. */
export const leavingMessage = (arrived: unknown): LeavingMessage | undefined => {
  if (typeof arrived !== 'object' || arrived === null || !('type' in arrived)) return undefined
  if (arrived.type === 'stopped') {
    const windows = 'windows' in arrived ? arrived.windows : undefined
    return { type: 'stopped', windows: typeof windows === 'number' ? windows : undefined }
  }
  const gone = 'gone' in arrived ? goneIn(arrived.gone) : undefined
  return arrived.type === 'stop' && gone !== undefined ? { type: 'stop', gone } : undefined
}

/** The cache of replies to one person in one organisation. */
export const personalCache = (userId: string, orgId: string): string =>
  `fieldbook-data-${userId}-${orgId}`

const goneIn = (value: unknown): Gone | undefined => {
  if (value === 'everything') return value
  if (typeof value !== 'object' || value === null) return undefined
  if (!('userId' in value) || !('orgId' in value)) return undefined
  const { userId, orgId } = value
  return typeof userId === 'string' && typeof orgId === 'string' ? { userId, orgId } : undefined
}
