import { openPage } from './lists-page.tsx'
import { act } from '@testing-library/react'
import type { ReactNode } from 'react'
import type { Estimate } from '../../../contract/money/credits.ts'
import type { HistoryRow } from '../../../contract/money/downloads.ts'
import { session } from '../../../src/session/session.ts'
import { alex } from '../session/people.ts'
import { aMember, anInfo } from './members.ts'
import { fakeApi, type FakeCalls } from './screen.tsx'
import { cuttable } from './sync.tsx'

/** 120 records, 35 owned and 3 suppressed. */
export const anEstimate = (given: Partial<Estimate> = {}): Estimate => ({
  total: 120,
  owned: 35,
  suppressed: 3,
  empty: 0,
  chargeable: 82,
  balance: 1_200,
  after: 1_118,
  capLeft: null,
  ...given,
})

/** Answers everything that screens of downloads request. */
const quiet: FakeCalls = {
  changes: async () => ({ changes: [], cursor: 'c', more: false, reset: false }),
  configs: async () => ({
    configs: {
      posthog: false,
      product_fruits: false,
      product_fruits_workspace_code: null,
      requestTypes: [],
    },
  }),
  customerInfo: async () =>
    anInfo([
      aMember({ userId: 'user_1', name: 'Alex Fernleigh' }),
      aMember({ userId: 'user_2', name: 'Sam Wattle', role: 'standard' }),
    ]),
  customerMetadata: async () => ({
    metadata: {
      defaultCountry: 'AU',
      caps: { cap: null, disabled: [] },
      limits: { plan: 'Growth', pinnedLists: 20, rowsPerRequest: 10_000, dataExchange: true },
      dncPolicy: 'hide',
      offlineGraceHours: 72,
      crmActivities: true,
    },
  }),
  activePlan: async () => ({ subscription: null }),
  exportTemplates: async () => [],
}

export const historyOf = (rows: readonly HistoryRow[]) => {
  const inputs: object[] = []
  const downloadHistory: FakeCalls['downloadHistory'] = async (input) => {
    inputs.push(input ?? {})
    const { from = 0, size = 10 } = input ?? {}
    return { success: true, total: rows.length, history: rows.slice(from, from + size) }
  }
  return { inputs: inputs, downloadHistory }
}

export const open = (
  content: ReactNode,
  calls: FakeCalls,
  address = '/dashboard/download-center',
  role: 'admin' | 'standard' = 'admin',
) => {
  act(() => session.update({ identity: { ...alex, role } }))
  const network = cuttable(fakeApi({ ...quiet, ...historyOf([]), ...calls }))
  return { ...openPage(network.api, content, address), network }
}
