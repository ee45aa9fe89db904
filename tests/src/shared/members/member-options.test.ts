import { expect, it } from 'vitest'
import type { Member } from '../../../../contract/org/members.ts'
import { memberOptions } from '../../../../src/shared/members/member-options.ts'

const present: Member = {
  userId: 'user_ana',
  name: 'Ana Nguyen',
  email: 'ana@harbour.example',
  role: 'standard',
  lastSeen: null,
  cap: null,
  disabled: [],
}
const byAna = { userId: 'user_ana', userName: 'Ana Nguyen' }
const byLeo = { userId: 'user_leo', userName: 'Leo Marsh' }
const byPlan = { userId: null, userName: null }
const labels = (...given: Parameters<typeof memberOptions>): string[] =>
  memberOptions(...given).map(({ label }) => label)

it('a member filter offers former members that the entries name, and marks them', () => {
  expect(labels([present], [byLeo, byPlan, byAna, byLeo], null)).toEqual([
    'Everyone',
    'Ana Nguyen',
    'Leo Marsh (left)',
  ])
})

it('a member filter keeps the chosen member, whatever the entries name', () => {
  expect(memberOptions([present], [byAna], 'user_leo').at(-1)).toEqual({
    value: 'user_leo',
    label: 'Former member',
  })
  expect(labels([present], [byLeo], 'user_leo').at(-1)).toBe('Leo Marsh (left)')
})

it('a member filter marks no member as former before the members are known', () => {
  expect(labels(undefined, [byLeo, byAna], null)).toEqual(['Everyone'])
  expect(labels(undefined, [byLeo], 'user_leo')).toEqual(['Everyone', 'Leo Marsh'])
})
