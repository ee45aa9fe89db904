import type { SavedRow } from './saved-rows.ts'

type Members = ReadonlySet<string> | null

/** Why records of a list are not in its offline copy: it has no copy of them yet, or they are suppressed. A complete copy has all that the server shows. */
export const lackingOnDevice = (
  {
    kind,
    pin,
    updatedAt,
  }: Pick<SavedRow, 'kind' | 'updatedAt'> & {
    pin: Pick<NonNullable<SavedRow['pin']>, 'state' | 'fetchedAt'> | null
  },
  {
    members,
    synced,
    docs,
  }: { members: Members; synced: Members; docs: ReadonlyMap<string, unknown> | null },
): { coming: number; suppressed: number } => {
  const lacking = docs === null ? [] : [...(members ?? [])].filter((id) => !docs.has(id))
  const isComplete =
    kind !== 'suppression' && pin?.state === 'ready' && Date.parse(updatedAt) <= pin.fetchedAt
  const suppressed = isComplete ? lacking.filter((id) => synced?.has(id) === true).length : 0
  return { coming: lacking.length - suppressed, suppressed }
}

/** How many records of a list the server does not show. */
export const lackingOnServer = (
  { kind, count }: Pick<SavedRow, 'kind' | 'count'>,
  total: number | undefined,
): number =>
  total === undefined || count === null || kind === 'dynamic' || kind === 'suppression'
    ? 0
    : Math.max(0, count - total)
