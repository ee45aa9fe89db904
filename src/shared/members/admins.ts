import type { Member } from '../../../contract/org/members.ts'

/** 'Ask Alex Fernleigh or Kim Wattle.': the admins to ask; without names, the company's. */
export const askAdmins = (
  members: readonly Pick<Member, 'name' | 'role'>[] | undefined,
  orgName: string | null,
): string => {
  const names = (members ?? [])
    .filter(({ role }) => role === 'admin')
    .map(({ name }) => name)
    .filter((name) => name !== '')
  const [first, second, ...more] = names
  if (first === undefined) return `Ask an admin of ${orgName ?? 'your company'}.`
  if (second === undefined) return `Ask ${first}.`
  if (more.length === 0) return `Ask ${first} or ${second}.`
  return `Ask ${first}, ${second} or another admin.`
}
