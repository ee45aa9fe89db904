import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { lookAgain } from '../../../src/app/look-again.ts'

describe('a refusal', () => {
  it.each([
    [402, ['subscription']],
    [403, ['features']],
    [404, []],
  ])('%i makes the page look again at %j', (status, wanted) => {
    const client = new QueryClient()
    const keys = ['subscription', 'features', 'records']
    for (const key of keys) client.setQueryData([key, 'of somebody'], {})
    lookAgain(client, status)
    const stale = keys.filter((key) => client.getQueryState([key, 'of somebody'])?.isInvalidated)
    expect(stale).toEqual(wanted)
  })
})
