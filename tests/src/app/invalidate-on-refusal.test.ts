import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { invalidateOnRefusal } from '../../../src/app/invalidate-on-refusal.ts'

describe('a refused request', () => {
  it.each([
    [402, ['subscription']],
    [403, ['features']],
    [404, []],
  ])('with status %i invalidates %j', (status, wanted) => {
    const client = new QueryClient()
    const keys = ['subscription', 'features', 'records']
    for (const key of keys) client.setQueryData([key, 'of a user'], {})
    invalidateOnRefusal(client, status)
    const stale = keys.filter((key) => client.getQueryState([key, 'of a user'])?.isInvalidated)
    expect(stale).toEqual(wanted)
  })
})
