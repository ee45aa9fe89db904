import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useCrmConnection } from '../../../../src/shared/crm/connection.ts'
import { session } from '../../../../src/session/session.ts'
import { Unreachable } from '../../../../src/lib/api-errors.ts'
import { log } from '../../../../src/lib/log.ts'
import { alex } from '../../../kit/session/people.ts'
import { fakeApi, show } from '../../../kit/screens/screen.tsx'

const minute = 60_000
const start = Date.parse('2026-03-02T10:00:00Z')
const unknown = session.current()

beforeEach(() => {
  vi.useFakeTimers({ now: start, shouldAdvanceTime: true })
  vi.spyOn(log, 'error').mockReturnValue(undefined)
  act(() => session.update({ identity: alex }))
})
afterEach(() => {
  vi.restoreAllMocks()
  act(() => session.update(unknown))
})

const aToken = async (skew = 0) => ({
  token: 'token',
  expiresAt: new Date(Date.now() + skew + 15 * minute).toISOString(),
})

const Probe = () => {
  const { state, retry } = useCrmConnection()
  return (
    <>
      <p role="status">{state}</p>
      <button type="button" onClick={retry}>
        Try again
      </button>
    </>
  )
}

const open = (answer: () => Promise<{ token: string; expiresAt: string }>) => {
  const crmToken = vi.fn<typeof answer>(answer)
  show(<Probe />, fakeApi({ crmToken }))
  return crmToken
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

describe('the connection to the CRM integration', () => {
  it('is loading, then authenticated', async () => {
    const answer = Promise.withResolvers<Awaited<ReturnType<typeof aToken>>>()
    open(() => answer.promise)
    expect(screen.getByRole('status').textContent).toBe('loading')
    answer.resolve(await aToken())
    await screen.findByText('authenticated')
  })

  it('is unauthenticated after a failure, which is logged and not retried', async () => {
    const trouble = new Unreachable('network')
    const crmToken = open(() => Promise.reject(trouble))
    await screen.findByText('unauthenticated')
    await pass(60 * minute)
    expect(crmToken).toHaveBeenCalledOnce()
    expect(log.error).toHaveBeenCalledExactlyOnceWith(
      'Authenticating with the CRM integration failed',
      trouble,
    )
  })

  it('reconnects when the user asks', async () => {
    let works = false
    const crmToken = open(() => (works ? aToken() : Promise.reject(new Unreachable('network'))))
    await screen.findByText('unauthenticated')
    works = true
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('authenticated')
    expect(crmToken).toHaveBeenCalledTimes(2)
  })

  it('renews the token before it expires, and stays authenticated', async () => {
    const crmToken = open(() => aToken())
    await screen.findByText('authenticated')
    await pass(9 * minute)
    expect(crmToken).toHaveBeenCalledOnce()
    await pass(2 * minute)
    expect(crmToken).toHaveBeenCalledTimes(2)
    expect(screen.getByText('authenticated')).toBeTruthy()
  })

  it('is unauthenticated after a failed renewal', async () => {
    let works = true
    open(() => (works ? aToken() : Promise.reject(new Unreachable('network'))))
    await screen.findByText('authenticated')
    works = false
    await pass(14 * minute)
    expect(await screen.findByText('unauthenticated')).toBeTruthy()
  })

  it.each([-24 * 60 * minute, 24 * 60 * minute])(
    "is renewed at a sane pace if the device's clock is %i ms off",
    async (skew) => {
      const crmToken = open(() => aToken(skew))
      await screen.findByText('authenticated')
      await pass(15 * minute)
      expect(crmToken.mock.calls.length).toBeGreaterThanOrEqual(2)
      expect(crmToken.mock.calls.length).toBeLessThanOrEqual(31)
    },
  )

  it('is renewed when a background tab with an expired token becomes visible', async () => {
    const crmToken = open(() => aToken())
    await screen.findByText('authenticated')
    const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await pass(60 * minute)
    expect(crmToken).toHaveBeenCalledOnce()
    seen.mockReturnValue('visible')
    fireEvent(window, new Event('visibilitychange'))
    await waitFor(() => expect(crmToken).toHaveBeenCalledTimes(2))
  })
})
