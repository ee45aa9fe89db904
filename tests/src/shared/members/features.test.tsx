import { render, screen, waitFor } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { Feature, flagOf } from '../../../../src/shared/members/features.ts'
import { createQueryClient } from '../../../../src/lib/query.ts'
import { customerFeaturesQuery, platformFeaturesQuery } from '../../../../src/shared/queries.ts'
import { Unreachable } from '../../../../src/lib/api-errors.ts'
import { ApiProvider } from '../../../../src/lib/use-api.ts'
import { fakeApi, type FakeCalls } from '../../../kit/screens/screen.tsx'

const on = { enabled: true }
const off = { enabled: false }

const page = (calls: FakeCalls, name = 'signal-intent') => {
  const client = createQueryClient()
  const api = fakeApi(calls)
  render(
    <ApiProvider value={api}>
      <QueryClientProvider client={client}>
        <Feature name={name} otherwise={<p>without</p>}>
          <p>with</p>
        </Feature>
      </QueryClientProvider>
    </ApiProvider>,
  )
  return { client, api }
}

const answering = (platform: object, customer: object): FakeCalls => ({
  platformFeatures: async () => ({ features: { ...platform } }),
  customerFeatures: async () => ({ features: { ...customer } }),
})

describe('a feature flag', () => {
  it("is the organisation's value, else the platform's, else off", () => {
    expect(flagOf('a', { a: off }, { a: on })).toBe(true)
    expect(flagOf('a', { a: on }, { a: off })).toBe(false)
    expect(flagOf('a', { a: on }, {})).toBe(true)
    expect(flagOf('a', {}, {})).toBe(false)
  })
})

describe('a feature gate', () => {
  it('shows its children if the flag is on', async () => {
    page(answering({ 'signal-intent': off }, { 'signal-intent': on }))
    expect(await screen.findByText('with')).toBeTruthy()
  })

  it('shows the alternative if the flag is off', async () => {
    page(answering({ 'signal-intent': on }, { 'signal-intent': off }))
    expect(await screen.findByText('without')).toBeTruthy()
  })

  it('shows nothing before both answers have arrived', async () => {
    page({
      platformFeatures: async () => ({ features: { 'signal-intent': on } }),
      customerFeatures: () => new Promise(() => undefined),
    })
    await Promise.resolve()
    expect(screen.queryByText('with')).toBeNull()
    expect(screen.queryByText('without')).toBeNull()
  })
})

describe('the queries of features', () => {
  it('are never retried', async () => {
    let requestCount = 0
    const fail = () => {
      requestCount += 1
      return Promise.reject(new Unreachable('network'))
    }
    const { client, api } = page({ platformFeatures: fail, customerFeatures: fail })
    for (const query of [platformFeaturesQuery(api), customerFeaturesQuery(api)])
      await waitFor(() => expect(client.getQueryState(query.queryKey)?.status).toBe('error'))
    expect(requestCount).toBe(2)
  })

  it('never go stale', async () => {
    const { client, api } = page(answering({}, {}))
    await screen.findByText('without')
    for (const { queryKey, staleTime } of [
      platformFeaturesQuery(api),
      customerFeaturesQuery(api),
    ]) {
      expect(staleTime).toBe(Number.POSITIVE_INFINITY)
      expect(client.getQueryCache().find({ queryKey })?.isStale()).toBe(false)
    }
  })
})
