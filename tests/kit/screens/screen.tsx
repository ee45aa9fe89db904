import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, type RenderResult } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, vi } from 'vitest'
import type { CallName } from '../../../contract/api.ts'
import type { CompanyView, PersonView } from '../../../contract/records/records.ts'
import { panel } from '../../../src/screens/search/panel-state.ts'
import type { ApiClient } from '../../../src/lib/api.ts'
import { ApiProvider } from '../../../src/lib/use-api.ts'

// What is waited for arrives in milliseconds; a busy machine may take longer, and nothing is proven by giving up early.
configure({ asyncUtilTimeout: 10_000 })

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  history.replaceState(null, '', '/')
  panel.filters = { industry: true, company_size: true }
})

export type FakeCalls = Partial<ApiClient>

/** An API that answers as told; a call that was not foreseen fails the test with its name. */
export const fakeApi = (calls: FakeCalls): ApiClient => {
  const unforeseen = (name: string) => () => Promise.reject(new Error(`${name} was called`))
  // Every name is answered: by what was given or by a failure.
  return new Proxy(calls, {
    get: (given, name: CallName) => given[name] ?? unforeseen(name),
  }) as ApiClient
}

/** Draws something at an address, as the app would. */
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

/** Makes the window as wide as a desk, a tablet or a phone. */
export const windowOf = (width: number): void => {
  // happy-dom's window can be resized; the type of the page's own window does not know it.
  const { happyDOM } = window as unknown as {
    happyDOM: { setViewport(viewport: { width: number; height: number }): void }
  }
  happyDOM.setViewport({ width, height: 900 })
}

const id = (number: number): string => `0190a0a0-0000-7000-8000-${String(number).padStart(12, '0')}`

/** An invented company with only what every company has, and what is given. */
export const aCompany = (number: number, given: Partial<CompanyView> = {}): CompanyView => ({
  id: id(number),
  name: `Company ${number}`,
  trading_names: [],
  status: 'active',
  domains: [],
  locations: [],
  phones: [],
  mobiles: [],
  emails: [],
  social: {},
  technographics: [],
  keywords: [],
  services: [],
  products: [],
  target_market: [],
  signals_90d: 0,
  quality: { completeness: 40, verified_at: '2026-02-01' },
  provenance: { '*': { source: 'Test register', seen_at: '2026-01-15', confidence: 0.9 } },
  unlocked: false,
  lists: [],
  ...given,
})

/** An invented person with only what every person has, and what is given. */
export const aPerson = (number: number, given: Partial<PersonView> = {}): PersonView => ({
  id: id(100_000 + number),
  name: `Person ${number}`,
  first_name: 'Person',
  last_name: String(number),
  position: 'Director of Operations',
  position_cleaned: 'Director of Operations',
  company_id: id(number),
  company: { name: `Company ${number}` },
  history: [],
  skills: [],
  social: {},
  previous_company_flag: false,
  quality: { completeness: 40, verified_at: '2026-02-01' },
  provenance: { '*': { source: 'Test source', seen_at: '2026-01-15', confidence: 0.8 } },
  unlocked: false,
  lists: [],
  ...given,
})

/** A page of records as POST /records answers. */
export const pageOf = (records: (CompanyView | PersonView)[], total = records.length) => ({
  success: true,
  total,
  from: 0,
  size: 10,
  records,
  querySentence: '',
  tookMs: 1,
})
