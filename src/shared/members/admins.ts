import type { Member } from '../../../contract/org/members.ts'

type Named = readonly Pick<Member, 'name' | 'role'>[] | undefined

/** 'Alex Fernleigh or Kim Wattle': the admins to ask; null without names. */
export const adminNames = (members: Named): string | null => {
  const names = (members ?? [])
    .filter(({ role }) => role === 'admin')
    .map(({ name }) => name)
    .filter((name) => name !== '')
  const [first, second, ...more] = names
  if (first === undefined) return null
  if (second === undefined) return first
  return more.length === 0 ? `${first} or ${second}` : `${first}, ${second} or another admin`
}

/** 'Ask Alex Fernleigh or Kim Wattle.'; without names, an admin of the company. */
export const askAdmins = (members: Named, orgName: string | null): string =>
  `Ask ${adminNames(members) ?? `an admin of ${orgName ?? 'your company'}`}.`
