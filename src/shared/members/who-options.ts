import type { Member } from '../../../contract/org/members.ts'

type Named = { userId: string | null; userName: string | null }

/** Whom one can choose to see the entries of: everybody, the present members, and who left and is named by the entries at hand or chosen already. */
export const whoOptions = (
  members: readonly Member[] | undefined,
  entries: readonly Named[],
  chosen: string | null,
): { value: string; label: string }[] => {
  const options = new Map([[everybody, 'Everybody']])
  for (const { userId, name } of members ?? []) options.set(userId, name)
  // Until the members are known nobody can be told to have left.
  const left = (name: string | null): string =>
    members === undefined ? (name ?? '…') : name === null ? 'Somebody who left' : `${name} (left)`
  for (const { userId, userName } of entries)
    if (userId !== null && userName !== null && members !== undefined && !options.has(userId))
      options.set(userId, left(userName))
  if (chosen !== null && !options.has(chosen))
    options.set(chosen, left(entries.find(({ userId }) => userId === chosen)?.userName ?? null))
  return [...options].map(([value, label]) => ({ value, label }))
}

/** The value of the option that chooses nobody in particular. */
export const everybody = 'all'
