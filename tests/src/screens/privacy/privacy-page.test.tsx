import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ServiceKey } from '../../../../contract/core/privacy.ts'
import { deviceStores } from '../../../../src/offline/device-stores.ts'
import { serviceCopy } from '../../../../src/screens/privacy/copy.ts'
import { PrivacyPage } from '../../../../src/screens/privacy/privacy-page.tsx'
import { fakeApi, show } from '../../../kit/screens/screen.tsx'

it('the privacy page names every service that is on with its addresses, and no other', async () => {
  const on = { key: 'posthog', origins: ['https://eu.i.posthog.com'], names: [] } as const
  const crm = { key: 'crm', origins: [], names: ['HubSpot', 'Pipedrive'] } as const
  const answer = {
    services: [on, crm].map(({ key, origins, names }) => ({
      key,
      origins: [...origins],
      names: [...names],
    })),
    contact: 'privacy@fieldbook.example',
  }
  show(<PrivacyPage />, fakeApi({ privacy: async () => answer }), '/privacy')
  const address = await screen.findByText('https://eu.i.posthog.com')
  expect(address.closest('details')?.open).toBe(false)
  screen.getByText('Your CRM: HubSpot, Pipedrive')
  expect(screen.getByRole('link', { name: 'privacy@fieldbook.example' })).toHaveProperty(
    'href',
    'mailto:privacy@fieldbook.example',
  )
  const shown = ServiceKey.options.filter((key) => screen.queryByText(serviceCopy[key].name))
  expect(shown).toEqual(['posthog'])
})

it('the privacy page lists every store of a device, and which stay at sign-out', async () => {
  const { container } = show(
    <PrivacyPage />,
    fakeApi({ privacy: async () => ({ services: [], contact: null }) }),
    '/privacy',
  )
  await screen.findByText(/Ask the company that runs this Fieldbook/)
  const text = container.textContent
  for (const { holds, atSignOut } of deviceStores)
    expect(text).toContain(atSignOut === 'stays' ? `${holds} (stays)` : holds)
})

it('the privacy page shows what it knows without a connection', async () => {
  show(
    <PrivacyPage />,
    fakeApi({ privacy: () => Promise.reject(new Error('offline')) }),
    '/privacy',
  )
  await screen.findByText(/They’ll show once you’re back online/)
  expect(screen.queryByText('Fit score')).not.toBeNull()
})
