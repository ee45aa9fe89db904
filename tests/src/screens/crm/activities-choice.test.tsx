import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ActivitiesChoice } from '../../../../src/screens/crm/activities-choice.tsx'
import { session } from '../../../../src/session/session.ts'
import { fakeApi, show, type FakeCalls } from '../../../kit/screens/screen.tsx'
import { alex } from '../../../kit/session/people.ts'

const unknown = session.current()
beforeEach(() => act(() => session.update({ identity: alex })))
afterEach(() => act(() => session.update(unknown)))

const metadata = {
  defaultCountry: 'AU' as const,
  caps: { cap: null, disabled: [] },
  limits: { plan: 'Growth', pinnedLists: 20, rowsPerRequest: 10_000, dataExchange: true },
  dncPolicy: 'hide' as const,
  offlineGraceHours: 72,
  crmActivities: true,
}

const open = (calls: FakeCalls = {}) =>
  show(
    <ActivitiesChoice />,
    fakeApi({ customerMetadata: () => Promise.resolve({ metadata }), ...calls }),
  )

const isChosen = (name: string) => screen.queryByRole('radio', { name, checked: true }) !== null

describe('notes and visits for CRMs', () => {
  it('are sent until an admin chooses otherwise', async () => {
    const requests: unknown[] = []
    open({
      updateCustomer: async (input) => {
        requests.push(input)
        return Promise.reject(new Error('not now'))
      },
    })
    await screen.findByRole('radio', { name: 'Send', checked: true })
    fireEvent.click(screen.getByRole('radio', { name: 'Don’t send' }))
    await screen.findByText(/We couldn’t save this/)
    expect(requests).toEqual([{ data: { policies: { crmActivities: false } } }])
    expect(isChosen('Send')).toBe(true)
  })

  it('are the choice of admins', async () => {
    act(() => session.update({ identity: { ...alex, role: 'standard' } }))
    open()
    await screen.findByText('Send')
    expect(screen.queryByRole('radio')).toBeNull()
  })
})
