import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Integration } from '../../../../contract/money/crm.ts'
import { SearchScreen } from '../../../../src/screens/search/search-screen.tsx'
import { session } from '../../../../src/session/session.ts'
import { aConnection, anIntegration, crmKey, integrationsOf } from '../../../kit/fixtures/crm.ts'
import { aCompany } from '../../../kit/fixtures/records.ts'
import { fakeApi, pageOf, show, windowOf } from '../../../kit/screens/screen.tsx'
import { alex } from '../../../kit/session/people.ts'

const open = (integration: Integration) => {
  const inCrm = aCompany(1, {
    crm: { provider: crmKey, object: 'company', id: '7', pushed_at: null },
  })
  const api = fakeApi({
    records: () => Promise.resolve(pageOf([inCrm, aCompany(2)])),
    counts: () => Promise.resolve({ total: 2, counts: {} }),
    filterLevels: () => Promise.resolve({ success: true, total: 0, records: [] }),
    optionLabels: () => Promise.resolve({ labels: {} }),
    ...integrationsOf(integration),
  })
  show(<SearchScreen />, api, '/dashboard/search/new?country=AU')
  return userEvent.setup()
}

beforeEach(() => {
  windowOf(1440)
  act(() => session.update({ identity: alex }))
})

describe('a search with a connected CRM', () => {
  it('leaves out what is in the CRM or was pushed while New to us is on', async () => {
    const user = open(anIntegration())
    const chip = await screen.findByRole('button', { name: 'New to us' })
    const summary = screen.getByRole('paragraph', { name: 'Search summary' })
    await user.click(chip)
    expect(chip.getAttribute('aria-pressed')).toBe('true')
    expect(summary.textContent).toContain('not in your CRM')
    expect(summary.textContent).toContain('not pushed or enriched by your organisation')
    await user.click(chip)
    expect(chip.getAttribute('aria-pressed')).toBe('false')
    expect(summary.textContent).not.toContain('CRM')
  })

  it('marks the records that the CRM has, beside the name or in a column that leads to them and says as of when', async () => {
    const recordsAsOf = '2026-03-03T01:00:00Z'
    const user = open(anIntegration({ connection: aConnection({ recordsAsOf }) }))
    const row = await screen.findByRole('row', { name: new RegExp(aCompany(1).name) })
    expect(within(row).getByText('In CRM')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Choose columns' }))
    await user.click(await screen.findByRole('checkbox', { name: 'In CRM' }))
    expect(screen.getByRole('columnheader', { name: 'In CRM', hidden: true })).toBeDefined()
    expect(within(row).queryByText('In CRM')).toBeNull()
    const link = within(row).getByRole('link', { name: /^Acme/ })
    expect(link.title).toBe('In Acme, as of 3 Mar 2026')
    expect(link.getAttribute('href')).toBe('https://crm.example/company/7')
  })
})

describe('a search without a connected CRM', () => {
  it('has no New to us', async () => {
    open(anIntegration({ connection: null }))
    await screen.findByRole('row', { name: new RegExp(aCompany(1).name) })
    expect(screen.queryByRole('button', { name: 'New to us' })).toBeNull()
  })
})
