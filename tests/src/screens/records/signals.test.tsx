import { cuttable } from '../../../kit/screens/sync.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { noAccountIntelligence } from '../../../../contract/org/account-intelligence.ts'
import { RecordScreen } from '../../../../src/screens/records/record-screen.tsx'
import { connectivity } from '../../../../src/lib/connectivity.ts'
import { readSignalsOf } from '../../../../src/offline/signals.ts'
import { aSignal } from '../../../kit/fixtures/signals.ts'
import { aCompany } from '../../../kit/fixtures/records.ts'
import { fakeApi, pageOf } from '../../../kit/screens/screen.tsx'
import { openAt, someone } from '../../../kit/screens/records.tsx'

beforeEach(() => {
  connectivity.online = true
})

const company = aCompany(1, { name: 'Perth Steel', signals_90d: 60 })
const at = `/dashboard/company?id=${company.id}&tab=signals`
const calls = {
  company: async () => company,
  changes: async () => ({ changes: [], cursor: 'c', more: false, reset: false }),
  downloadHistory: async () => ({ success: true, total: 0, history: [] }),
  notices: async () => ({ unread: 0, notices: [] }),
  platformFeatures: async () => ({ features: {} }),
  customerFeatures: async () => ({ features: { 'signal-targeting': { enabled: true } } }),
  signalsOf: async () => ({ total: 60, signals: [aSignal(1), aSignal(2)] }),
}

describe('the signals of a company', () => {
  it('show each with its reason, and how many more there are', async () => {
    openAt(fakeApi(calls), someone(), at, <RecordScreen category="company" />)
    const list = within(await screen.findByRole('list', { name: 'What happened' }))
    expect(list.getAllByRole('button')).toHaveLength(2)
    await userEvent.click(list.getByRole('button', { name: /Hiring surge at Company 1/ }))
    expect(list.getByText('12 to 19 open roles, +58%')).toBeTruthy()
    expect(list.getByRole('heading', { name: 'Why 82 of 100' })).toBeTruthy()
    expect(screen.getByText('The newest 2 of 60.')).toBeTruthy()
  })

  it('come first among the reasons to call, with their source after a press', async () => {
    const config = { config: noAccountIntelligence, version: 1, versions: [] }
    const overview = `/dashboard/company?id=${company.id}`
    const api = fakeApi({
      ...calls,
      accountIntelligence: async () => config,
      records: async () => pageOf([]),
    })
    openAt(api, someone(), overview, <RecordScreen category="company" />)
    const reasons = within(await screen.findByRole('region', { name: 'Why now' }))
    const happened = within(await reasons.findByRole('list', { name: 'What happened' }))
    const { title, why_now: why, source } = aSignal(1)
    const [first] = happened.getAllByRole('listitem')
    expect(first?.textContent).toContain(`${title}${why}`)
    expect(first?.textContent).not.toContain(source.name)
    await userEvent.click(happened.getByRole('button', { name: new RegExp(title) }))
    expect(first?.textContent).toContain(source.name)
  })

  it('open from this device with their age once they were opened before', async () => {
    const network = cuttable(fakeApi(calls))
    const owner = someone()
    const local = openAt(network.api, owner, at, <RecordScreen category="company" />)
    await screen.findByRole('list', { name: 'What happened' })
    await waitFor(async () => expect(await readSignalsOf(local.device, company.id)).not.toBeNull())
    // The page itself persists the flags over a reload.
    const { platformFeatures, customerFeatures } = calls
    network.cut()
    openAt(
      {
        ...network.api,
        platformFeatures,
        customerFeatures,
        company: network.api.company,
        signalsOf: network.api.signalsOf,
      },
      owner,
      at,
      <RecordScreen category="company" />,
    )
    const list = await screen.findByRole('list', { name: 'What happened' })
    expect(within(list).getAllByRole('button')).toHaveLength(2)
    expect(screen.getByText(/^Saved copy, /)).toBeTruthy()
  })
})
