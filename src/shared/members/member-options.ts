import type { Member } from '../../../contract/org/members.ts'

type Named = { userId: string | null; userName: string | null }

/** The members to filter entries by: everyone, the present members, and former members that the entries or the choice name. */
export const memberOptions = (
  members: readonly Member[] | undefined,
  entries: readonly Named[],
  chosen: string | null,
): { value: string; label: string }[] => {
  const options = new Map([[everybody, 'Everyone']])
  for (const { userId, name } of members ?? []) options.set(userId, name)
  // A member counts as former only once the members are known.
  const left = (name: string | null): string =>
    members === undefined ? (name ?? '…') : name === null ? 'Former member' : `${name} (left)`
  for (const { userId, userName } of entries)
    if (userId !== null && userName !== null && members !== undefined && !options.has(userId))
      options.set(userId, left(userName))
  if (chosen !== null && !options.has(chosen))
    options.set(chosen, left(entries.find(({ userId }) => userId === chosen)?.userName ?? null))
  return [...options].map(([value, label]) => ({ value, label }))
}

export const everybody = 'all'
