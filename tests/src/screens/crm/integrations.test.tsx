import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { links } from '../../../../contract/links.ts'
import { IntegrationsScreen } from '../../../../src/screens/crm/integrations-screen.tsx'
import { session } from '../../../../src/session/session.ts'
import { Toasts } from '../../../../src/ui/toasts.tsx'
import { startRealCrm, type RealCrm } from '../../../kit/screens/real-crm.ts'
import { show } from '../../../kit/screens/screen.tsx'
import { alex } from '../../../kit/session/people.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

let server: RealCrm
beforeAll(async () => {
  server = await startRealCrm()
})
afterAll(() => server.close())

const unknown = session.current()
const user = userEvent.setup()
let left: string[]

const disconnectAll = async (): Promise<void> => {
  const { token } = await server.api.crmToken({})
  const { integrations } = await server.api.integrations({ token })
  for (const { key, connection } of integrations)
    if (connection !== null) await server.api.disconnectCrm({ connector: key, token })
}

beforeEach(async () => {
  await server.include(null)
  await disconnectAll()
  act(() => session.update({ identity: { ...alex, userId: 'user_alex', orgId: 'org_harbour' } }))
  left = []
  vi.spyOn(location, 'assign').mockImplementation((url) => void left.push(String(url)))
})
afterEach(() => {
  vi.restoreAllMocks()
  act(() => session.update(unknown))
})

const open = (query = '') => {
  cleanup()
  show(
    <>
      <IntegrationsScreen />
      <Toasts />
    </>,
    server.api,
    `${links.integrations()}${query}`,
  )
}

const card = async (name: string) => within(await screen.findByRole('region', { name }))
const press = async (name: string): Promise<void> =>
  user.click(await screen.findByRole('button', { name }))

/** To the CRM's page, and back with the query of Allow or Deny. */
const leave = async (decision: 'allow' | 'deny'): Promise<string> => {
  await press('Connect Salesloft')
  await waitFor(() => expect(left).toHaveLength(1))
  return `&${await server.decide(left[0] ?? '', decision)}`
}

const connect = async (): Promise<void> => {
  open()
  open(await leave('allow'))
  await (await card('Salesloft')).findByText('Ready to push')
}

describe('the CRMs of the Integrations screen', () => {
  it('say what each can do, its state and what the plan includes', async () => {
    open()
    const salesloft = await card('Salesloft')
    salesloft.getByText('Not connected')
    salesloft.getByText('Push companies and contacts. Notes and visits become activities.')
    const dynamics = await card('Dynamics 365')
    dynamics.getByText('Not set up')
    dynamics.getByText(/Ask the person who runs Fieldbook for you/)
    expect(dynamics.queryByRole('button')).toBeNull()
    screen.getByText('Your plan includes every CRM.')
  })

  it('are connected at the CRM, once, and the address is clean afterwards', async () => {
    const finish = vi.spyOn(server.api, 'finishConnectingCrm')
    open()
    const back = await leave('allow')
    open(back)
    await screen.findByText('Salesloft is connected')
    const salesloft = await card('Salesloft')
    await salesloft.findByText('Ready to push')
    salesloft.getByText('Harbour Sales')
    expect(salesloft.getByText('Permissions').nextElementSibling?.textContent).toBe('All granted')
    expect(location.pathname + location.search).toBe(links.integrations())
    expect(finish).toHaveBeenCalledOnce()
    expect(await server.states()).toBe('connected')
    expect(screen.queryByRole('button', { name: 'Connect Salesloft' })).toBeNull()
  })

  it('say in words that consent was denied, and stay unconnected', async () => {
    open()
    open(await leave('deny'))
    await screen.findByText('You didn’t allow Fieldbook in Salesloft. It isn’t connected.')
    ;(await card('Salesloft')).getByText('Not connected')
    expect(location.search).toBe('?tab=integrations')
  })

  it('ask to start again when the address of an earlier return is opened', async () => {
    open()
    const back = await leave('allow')
    open(back)
    await (await card('Salesloft')).findByText('Ready to push')
    open(back)
    await screen.findByText(/This sign-in is over/)
    expect((await card('Salesloft')).getByText('Ready to push')).toBeTruthy()
  })

  it('are reconnected after the CRM ended the access', async () => {
    await connect()
    await server.revoke()
    open()
    const salesloft = await card('Salesloft')
    salesloft.getByText('Needs attention')
    salesloft.getByText('Salesloft asks an admin to sign in again.')
    await press('Reconnect Salesloft')
    await waitFor(() => expect(left).toHaveLength(2))
    open(`&${await server.decide(left[1] ?? '', 'allow')}`)
    await (await card('Salesloft')).findByText('Ready to push')
    expect(await server.states()).toBe('connected')
  })

  it('say how long the CRM asked us to wait', async () => {
    await connect()
    await server.throttle()
    open()
    const wait = (await card('Salesloft')).findByText(/Salesloft asked us to wait until .* [ap]m/)
    expect(await wait).toBeTruthy()
  })

  it('are disconnected after a dialog that says what happens', async () => {
    await connect()
    await press('Disconnect Salesloft')
    const dialog = within(await screen.findByRole('dialog', { name: 'Disconnect Salesloft?' }))
    dialog.getByText(/Fieldbook loses access, and pushes that are waiting stop/)
    dialog.getByText(/within 30 days/)
    await user.click(dialog.getByRole('button', { name: 'Keep Salesloft' }))
    expect(await server.states()).toBe('connected')
    await press('Disconnect Salesloft')
    await user.click(await screen.findByRole('button', { name: 'Disconnect' }))
    await (await card('Salesloft')).findByText('Not connected')
    expect(await server.states()).toBe('disconnected')
    expect(document.activeElement?.textContent).toBe('Salesloft')
  })

  it('are as many as the plan includes', async () => {
    await server.include(0)
    open()
    await screen.findByText('Your plan doesn’t include CRMs.')
    expect(screen.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe(
      links.billing(),
    )
    await press('Connect Salesloft')
    expect(left).toEqual([])
    await server.include(1)
    await connect()
    screen.getByText('Your plan includes 1 CRM, and 1 is connected.')
  })
})
