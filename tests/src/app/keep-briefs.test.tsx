import { line, showOnDevice } from '../../kit/screens/saved-searches.tsx'
import { act, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { addDays, localDayOf } from '../../../contract/core/days.ts'
import { noAccountIntelligence } from '../../../contract/org/account-intelligence.ts'
import { KeepBriefs } from '../../../src/app/keep-briefs.tsx'
import { connectivity } from '../../../src/lib/connectivity.ts'
import { addStops } from '../../../src/offline/day-plans.ts'
import { readBrief } from '../../../src/shared/day-plan/read-brief.ts'
import { aCompany } from '../../kit/fixtures/records.ts'
import { fakeApi, type FakeCalls } from '../../kit/screens/screen.tsx'

afterEach(() => {
  connectivity.online = true
})

it('fetches the briefs of a plan for tomorrow when the server is reached, and those of stops that are added', async () => {
  const [a, b] = [aCompany(1), aCompany(2)]
  const accountIntelligence = vi.fn<NonNullable<FakeCalls['accountIntelligence']>>(async () => ({
    config: noAccountIntelligence,
    version: 1,
    versions: [],
  }))
  const api = fakeApi({
    platformFeatures: async () => ({ features: { today: { enabled: true } } }),
    customerFeatures: async () => ({ features: {} }),
    accountIntelligence,
    syncRecords: async ({ ids = '' } = {}) => ({
      category: 'company',
      total: 1,
      checksum: '',
      asOf: '',
      records: [a, b].filter(({ id }) => ids.includes(id)),
      employers: [],
      ids: null,
      cursor: null,
    }),
  })
  connectivity.online = false
  const { local } = showOnDevice(<KeepBriefs />, api, line(api).send)
  const stopOf = ({ id: recordId, name }: typeof a) => ({
    category: 'company' as const,
    recordId,
    name,
  })
  const plan = (company: typeof a) =>
    act(() => addStops(local(), addDays(localDayOf(Date.now()), 1), [stopOf(company)]))
  const companyOf = async (company: typeof a) =>
    (await readBrief(local().device, stopOf(company))).company?.name
  await plan(a)
  expect(accountIntelligence).not.toHaveBeenCalled()
  act(() => {
    connectivity.online = true
  })
  await waitFor(async () => expect(await companyOf(a)).toBe(a.name))
  expect(accountIntelligence).toHaveBeenCalledTimes(1)
  await plan(b)
  await waitFor(async () => expect(await companyOf(b)).toBe(b.name))
})
