import { act, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { connectivity } from '../../../../src/lib/connectivity.ts'
import { Market } from '../../../../src/screens/help/market.tsx'
import { fakeApi, show } from '../../../kit/screens/screen.tsx'

afterEach(() => act(() => void (connectivity.online = true)))

it('What is in Fieldbook is counted by category and by country', async () => {
  const api = fakeApi({
    register: async ({ category }) => ({
      records: {
        register: {
          category,
          countries: ['AU'],
          total: category === 'company' ? 20_000 : 100_000,
          byCountry:
            category === 'company' ? { AU: 15_000, NZ: 4_800 } : { AU: 80_000, NZ: 19_000 },
          coverage: { email: 10_000, mobile: 2_000, phone: 5_000 },
          columns: [],
          sorts: [],
          updatedAt: '2026-03-01T00:00:00Z',
        },
      },
    }),
  })
  show(<Market />, api)
  const section = within(await screen.findByRole('region', { name: 'What is in Fieldbook' }))
  await section.findByText('Companies in Australia')
  await section.findByText('Head offices: 15,000 in Australia · 4,800 in New Zealand')
  await section.findByText('80,000 in Australia · 19,000 in New Zealand')
  expect(section.getByText('100,000')).toBeTruthy()
})

it('What is in Fieldbook waits for a connection where it was never counted', async () => {
  act(() => void (connectivity.online = false))
  show(<Market />, fakeApi({}))
  expect(await screen.findByText('People are counted when you’re back online.')).toBeTruthy()
})
