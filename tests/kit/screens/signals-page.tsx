import { openPage } from './lists-page.tsx'
import { act } from '@testing-library/react'
import { SignalsScreen } from '../../../src/screens/signals/signals-screen.tsx'
import { session } from '../../../src/session/session.ts'
import type { ApiClient } from '../../../src/lib/api.ts'
import { alex } from '../session/people.ts'
import { aMember, anInfo } from './members.ts'
import { fakeApi, windowOf, type FakeCalls } from './screen.tsx'
import { cuttable } from './sync.tsx'

/** Answers everything that screens of signals request. */
export const quiet: FakeCalls = {
  changes: async () => ({ changes: [], cursor: 'c', more: false, reset: false }),
  downloadHistory: async () => ({ success: true, total: 0, history: [] }),
  notices: async () => ({ unread: 0, notices: [] }),
  customerInfo: async () => anInfo([aMember()]),
  snoozes: async () => [],
  signalsOverTime: async () => ({ days: [], types: [] }),
  platformFeatures: async () => ({ features: {} }),
}

export const flagsOf = (on: Record<string, boolean>): FakeCalls => ({
  customerFeatures: async () => ({
    features: Object.fromEntries(Object.entries(on).map(([name, enabled]) => [name, { enabled }])),
  }),
})

/** For Alex, with a network that can be cut and stand-ins for the parts of other screens. */
export const openSignals = (
  calls: FakeCalls | ApiClient,
  address = '/dashboard/signals',
  width = 1440,
) => {
  windowOf(width)
  act(() => session.update({ identity: alex }))
  const network = cuttable(
    'coreSignals' in calls && 'records' in calls ? (calls as ApiClient) : fakeApi(calls),
  )
  const additions: object[] = []
  const drawn = openPage(
    network.api,
    <SignalsScreen
      recordPanel={({ category, id }) => <p>{`${category} ${id} beside`}</p>}
      addToList={({ adding }) => {
        if (adding !== null) additions.push(adding)
        return null
      }}
      agents={() => <p>The agents</p>}
    />,
    address,
  )
  return { ...drawn, network, added: additions }
}
