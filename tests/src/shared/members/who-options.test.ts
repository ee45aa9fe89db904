import { expect, it } from 'vitest'
import type { Member } from '../../../../contract/org/members.ts'
import { whoOptions } from '../../../../src/shared/members/who-options.ts'

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
const labels = (...given: Parameters<typeof whoOptions>): string[] =>
  whoOptions(...given).map(({ label }) => label)

it('who left can be chosen where the entries name them, and is marked', () => {
  expect(labels([present], [byLeo, byPlan, byAna, byLeo], null)).toEqual([
    'Everybody',
    'Ana Nguyen',
    'Leo Marsh (left)',
  ])
})

it('who is chosen stays among the options, whatever the entries hold', () => {
  expect(whoOptions([present], [byAna], 'user_leo').at(-1)).toEqual({
    value: 'user_leo',
    label: 'Somebody who left',
  })
  expect(labels([present], [byLeo], 'user_leo').at(-1)).toBe('Leo Marsh (left)')
})

it('nobody is said to have left before the members are known', () => {
  expect(labels(undefined, [byLeo, byAna], null)).toEqual(['Everybody'])
  expect(labels(undefined, [byLeo], 'user_leo')).toEqual(['Everybody', 'Leo Marsh'])
})
