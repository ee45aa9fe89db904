import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PushDevice } from '../../../../contract/signals/push.ts'
import { AlertsCard, AlertsInline } from '../../../../src/screens/profile/alerts.tsx'
import { connectivity } from '../../../../src/lib/connectivity.ts'
import { alerts } from '../../../../src/shared/notifications/push-state.ts'
import type { AlertsState } from '../../../../src/shared/notifications/push.ts'
import { ApiProblem } from '../../../../src/lib/api-errors.ts'
import { fakeApi, show } from '../../../kit/screens/screen.tsx'

const world = vi.hoisted(() => ({ next: { is: 'off' } as unknown, did: [] as string[] }))
vi.mock('../../../../src/shared/notifications/push.ts', () => ({
  alertsState: () => Promise.resolve(world.next),
  turnOn: () => {
    world.did.push('on')
    return Promise.resolve(world.next)
  },
  turnOff: () => {
    world.did.push('off')
    return Promise.resolve(world.next)
  },
}))
vi.mock('../../../../src/session/use-identity.ts', () => ({
  useIdentity: () => ({ userId: 'user_alex', orgId: 'org_harbour' }),
}))

const is = (state: AlertsState): void => {
  world.next = state
}
const device = (id: string, label: string): PushDevice => ({
  id,
  label,
  createdAt: '2026-03-03T01:00:00.000Z',
  lastSeenAt: '2026-03-03T01:00:00.000Z',
  lastSentAt: null,
})

beforeEach(() => {
  alerts.state = null
  world.did.length = 0
  is({ is: 'off' })
})
afterEach(() => {
  connectivity.online = true
})

describe('alerts on this device', () => {
  it('explain themselves, and turn on only by a press', async () => {
    show(<AlertsInline />, fakeApi({}))
    const button = await screen.findByRole('button', { name: 'Turn on alerts on this device' })
    expect(screen.getByText(/Your browser will ask/)).toBeTruthy()
    expect(world.did).toEqual([])
    is({ is: 'on', deviceId: 'one' })
    fireEvent.click(button)
    expect(await screen.findByRole('button', { name: 'Turn off' })).toBeTruthy()
    expect(world.did).toEqual(['on'])
  })

  it.each<[AlertsState, RegExp, string | null]>([
    [{ is: 'unsupported' }, /can’t show alerts/, null],
    [{ is: 'needs-home-screen' }, /once Fieldbook is on your Home Screen/, null],
    [{ is: 'blocked' }, /Your browser is blocking notifications/, 'Check again'],
    [{ is: 'trouble', why: 'slow' }, /didn’t answer/, 'Try again'],
    [{ is: 'trouble', why: 'offline' }, /couldn’t reach Fieldbook/, 'Try again'],
    [{ is: 'trouble', why: 'refused' }, /couldn’t turn on alerts/, 'Try again'],
  ])('that are %j say so, and never ask where it cannot work', async (state, message, action) => {
    is(state)
    show(<AlertsInline />, fakeApi({}))
    expect(await screen.findByText(message)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Turn on/ })).toBeNull()
    expect(screen.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual(
      action === null ? [] : [action],
    )
  })

  it('explain the Home Screen steps on an iPhone', async () => {
    is({ is: 'needs-home-screen' })
    show(<AlertsInline />, fakeApi({}))
    const steps = await screen.findAllByRole('listitem')
    expect(steps.map(({ textContent }) => textContent)).toEqual([
      'Tap Share in Safari’s toolbar.',
      'Tap Add to Home Screen, then Add.',
      'Open Fieldbook from there, log in, and come back to this page.',
    ])
  })

  it('need a connection to turn on, and say so', async () => {
    connectivity.online = false
    show(<AlertsInline />, fakeApi({}))
    const button = await screen.findByRole('button', { name: 'Turn on alerts on this device' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(button)
    expect(world.did).toEqual([])
  })
})

describe('the list of alert devices', () => {
  it('names the current device, and revokes devices', async () => {
    is({ is: 'on', deviceId: 'one' })
    const revoked: string[] = []
    let devices = [device('one', 'Chrome on Windows'), device('two', 'Safari on iPhone')]
    const api = fakeApi({
      pushDevices: async () => ({ devices, showNames: false }),
      forgetDevice: async ({ id }) => {
        revoked.push(id)
        devices = devices.filter((each) => each.id !== id)
      },
    })
    show(<AlertsCard />, api)
    const list = await screen.findByRole('list', { name: 'Devices that get alerts' })
    const [own] = within(list).getAllByRole('listitem')
    await waitFor(() => expect(own?.textContent).toContain('This device'))
    fireEvent.click(within(list).getByRole('button', { name: 'Revoke Safari on iPhone' }))
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1))
    expect(revoked).toEqual(['two'])
    fireEvent.click(within(list).getByRole('button', { name: 'Revoke Chrome on Windows' }))
    await waitFor(() => expect(world.did).toEqual(['off']))
  })

  it('shows names on lock screens only after the user turns them on', async () => {
    let showNames = false
    const api = fakeApi({
      pushDevices: async () => ({ devices: [], showNames }),
      pushSettings: async (settings) => {
        showNames = settings.showNames
      },
    })
    show(<AlertsCard />, api)
    const names = await screen.findByRole('switch', { name: /^Show names on the lock screen/ })
    expect(names.getAttribute('aria-checked')).toBe('false')
    fireEvent.click(names)
    await waitFor(() => expect(names.getAttribute('aria-checked')).toBe('true'))
    expect(showNames).toBe(true)
  })

  it('says why loading or changing it failed', async () => {
    let answers = false
    const refuse = () => Promise.reject(new ApiProblem(500, null, null))
    const api = fakeApi({
      pushDevices: async () =>
        answers ? { devices: [device('two', 'Safari on iPhone')], showNames: false } : refuse(),
      forgetDevice: refuse,
    })
    show(<AlertsCard />, api)
    expect(await screen.findByText('We couldn’t load your devices.')).toBeTruthy()
    answers = true
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Revoke Safari on iPhone' }))
    expect((await screen.findByRole('alert')).textContent).toContain('couldn’t save that')
  })
})
