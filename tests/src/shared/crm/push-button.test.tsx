import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { links } from '../../../../contract/links.ts'
import { session } from '../../../../src/session/session.ts'
import { PushButton } from '../../../../src/shared/crm/push-button.tsx'
import { pushStore } from '../../../../src/shared/crm/push-store.ts'
import type { ToDownload } from '../../../../src/shared/downloads/download-store.ts'
import { aConnection, anIntegration, crmKey, integrationsOf } from '../../../kit/fixtures/crm.ts'
import { fakeApi, show, type FakeCalls } from '../../../kit/screens/screen.tsx'
import { alex } from '../../../kit/session/people.ts'

const unknown = session.current()
const user = userEvent.setup()
afterEach(() => {
  pushStore.requested = null
  act(() => session.update(unknown))
})

const what: ToDownload = {
  category: 'company',
  source: { kind: 'ids', ids: [] },
  name: 'Swan',
}

const open = (calls: FakeCalls, role: 'admin' | 'standard' | 'other' = 'admin') => {
  act(() => session.update({ identity: { ...alex, role } }))
  show(
    <>
      <PushButton what={what} />
      <p>beside it</p>
    </>,
    fakeApi(calls),
  )
}
/** Of a loaded answer: a microtask after the call. */
const settled = async (calls: { count: number }): Promise<void> => {
  await waitFor(() => expect(calls.count).toBe(1))
  await act(async () => {})
}
const counted = (given: FakeCalls['integrations']) => {
  const calls = { count: 0 }
  const integrations: FakeCalls['integrations'] = async (input) => {
    calls.count += 1
    return given === undefined ? { integrations: [], included: null } : given(input)
  }
  return { calls, integrations }
}

describe('the act of a push', () => {
  it('names the connected CRM, and asks about these records', async () => {
    open(integrationsOf(anIntegration()), 'standard')
    await user.click(await screen.findByRole('button', { name: 'Push to Acme' }))
    expect(pushStore.requested).toMatchObject({ ...what, connector: crmKey, label: 'Acme' })
  })

  it('is a choice where several CRMs are connected', async () => {
    open(integrationsOf(anIntegration(), anIntegration({ key: 'ba9876543210', label: 'Zenith' })))
    await user.click(await screen.findByRole('button', { name: 'Push to CRM' }))
    const menu = within(await screen.findByRole('menu'))
    await user.click(menu.getByRole('menuitem', { name: 'Push to Zenith' }))
    expect(pushStore.requested).toMatchObject({ connector: 'ba9876543210', label: 'Zenith' })
  })

  it('says why not where the connection does not work', async () => {
    const connection = aConnection({ isWorking: false, problem: 'Acme asks you to sign in again.' })
    open(integrationsOf(anIntegration({ connection })))
    const button = await screen.findByRole('button', { name: /^Push to Acme/ })
    await user.click(button)
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByText('Acme asks you to sign in again.')).toBeTruthy()
    expect(pushStore.requested).toBeNull()
  })

  it('is to connect a CRM for an admin without one', async () => {
    open(integrationsOf(anIntegration({ connection: null })))
    await user.click(await screen.findByRole('button', { name: 'Connect a CRM' }))
    expect(`${location.pathname}${location.search}`).toBe(links.integrations())
  })

  it.each([
    ['of a Standard user without a CRM', 'standard', anIntegration({ connection: null })],
    ['of another role', 'other', anIntegration()],
    [
      'of an admin where no CRM is set up',
      'admin',
      anIntegration({ connection: null, isSetUp: false }),
    ],
  ] as const)('is absent %s', async (_, role, integration) => {
    const { calls, integrations } = counted(integrationsOf(integration).integrations)
    open({ integrations }, role)
    await settled(calls)
    expect(screen.queryByRole('button')).toBeNull()
  })
})
