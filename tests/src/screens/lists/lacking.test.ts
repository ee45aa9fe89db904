import { expect, it } from 'vitest'
import { lackingOnDevice, lackingOnServer } from '../../../../src/screens/lists/lacking.ts'

const members = new Set(['a', 'b', 'c', 'd'])
const docs = new Map([['a', null]])
const synced = new Set(['a', 'b', 'c'])
const list = { kind: 'static' as const, updatedAt: '2026-03-03T00:00:00Z' }
const day = Date.parse('2026-03-04T00:00:00Z')

it('records of a list that a complete copy lacks are suppressed, those added since are coming', () => {
  const pin = { state: 'ready' as const, fetchedAt: day }
  expect(lackingOnDevice({ ...list, pin }, { members, synced, docs })).toEqual({
    coming: 1,
    suppressed: 2,
  })
})

it.each([
  ['being downloaded', { state: 'fetching' as const, fetchedAt: day }],
  ['older than the list', { state: 'ready' as const, fetchedAt: day - 2 * 86_400_000 }],
])('records that a copy lacks are coming while it is %s', (_, pin) => {
  expect(lackingOnDevice({ ...list, pin }, { members, synced, docs })).toEqual({
    coming: 3,
    suppressed: 0,
  })
})

it('records of a list that the server does not show are suppressed, except in a suppression list', () => {
  expect(lackingOnServer({ kind: 'static', count: 60 }, 57)).toBe(3)
  expect(lackingOnServer({ kind: 'suppression', count: 60 }, 57)).toBe(0)
  expect(lackingOnServer({ kind: 'static', count: 60 }, undefined)).toBe(0)
})
