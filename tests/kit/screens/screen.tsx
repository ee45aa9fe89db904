import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, type RenderResult } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, vi } from 'vitest'
import type { EndpointName } from '../../../contract/api.ts'
import type { CompanyView, PersonView } from '../../../contract/records/records.ts'
import { panel } from '../../../src/screens/search/panel-state.ts'
import type { ApiClient } from '../../../src/lib/api.ts'
import { ApiProvider } from '../../../src/lib/use-api.ts'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  history.replaceState(null, '', '/')
  panel.filters = { industry: true, company_size: true }
})

export type FakeCalls = Partial<ApiClient>

/** What every screen with records asks: no CRM is connected. */
const common: FakeCalls = {
  crmToken: async () => ({ token: 'token', expiresAt: '2100-01-01T00:00:00Z' }),
  integrations: async () => ({ integrations: [], included: null }),
}

/** A call without a given answer rejects with its name. */
export const fakeApi = (calls: FakeCalls): ApiClient => {
  const unforeseen = (name: string) => () => Promise.reject(new Error(`${name} was called`))
  // Every name returns a function: the given one, or one that rejects.
  return new Proxy(calls, {
    get: (given, name: EndpointName) => given[name] ?? common[name] ?? unforeseen(name),
  }) as ApiClient
}

export const show = (
  content: ReactNode,
  api: ApiClient,
  address = '/dashboard/search/new',
  state: unknown = null,
): RenderResult => {
  history.replaceState(state, '', address)
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  })
  return render(
    <QueryClientProvider client={client}>
      <ApiProvider value={api}>{content}</ApiProvider>
    </QueryClientProvider>,
  )
}

export const windowOf = (width: number): void => {
  // happy-dom can resize its window; the DOM's own type does not know that.
  const { happyDOM } = window as unknown as {
    happyDOM: { setViewport(viewport: { width: number; height: number }): void }
  }
  happyDOM.setViewport({ width, height: 900 })
}

export const pageOf = (records: (CompanyView | PersonView)[], total = records.length) => ({
  success: true,
  total,
  from: 0,
  size: 10,
  records,
  querySentence: '',
  tookMs: 1,
})
