import { expect, test, vi } from 'vitest'
import { nobody } from '../../../src/session/identity.ts'
import { createSession } from '../../../src/session/session.ts'
import { getApiToken } from '../../../src/session/token.ts'
import { alex, signedInSession } from '../../kit/session/people.ts'

const lost = { reached: () => false, subscribe: () => () => undefined }

test('a token is asked of the sign-in service, a new one when the last was refused', async () => {
  const asked: boolean[] = []
  const session = signedInSession({
    token: async (fresh) => {
      asked.push(fresh)
      return 'token'
    },
  })
  expect(await getApiToken({ session })).toBe('token')
  expect(await getApiToken({ session, fresh: true })).toBe('token')
  expect(asked).toEqual([false, true])
})

test('a request made before anyone is known waits until someone is', async () => {
  const session = createSession()
  const pending = getApiToken({ session })
  const { service } = signedInSession().current()
  session.update({ service })
  session.update({ identity: alex })
  expect(await pending).toBe('token')
})

test('nobody signed in means no token, at once', async () => {
  const session = signedInSession()
  session.update({ identity: nobody('signed-out') })
  expect(await getApiToken({ session })).toBeNull()
})

test('a sign-in service that never answers, or fails, gives no token and no error', async () => {
  vi.useFakeTimers()
  const silent = signedInSession({ token: () => new Promise(() => undefined) })
  const late = getApiToken({ session: silent, limitMs: 1000 })
  const unknown = getApiToken({ session: createSession(), limitMs: 1000 })
  await vi.advanceTimersByTimeAsync(1000)
  expect([await late, await unknown]).toEqual([null, null])
  vi.useRealTimers()

  const failing = signedInSession({ token: () => Promise.reject(new Error('network')) })
  expect(await getApiToken({ session: failing })).toBeNull()
})

test('offline a request waits no longer than a token from memory takes', async () => {
  vi.useFakeTimers()
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const silent = signedInSession({ token: () => new Promise(() => undefined) })
  const pending = getApiToken({ session: silent })
  await vi.advanceTimersByTimeAsync(50)
  expect(await pending).toBeNull()
  online.mockRestore()
  vi.useRealTimers()
})

test('while the server cannot be reached the sign-in service is waited for a second, and is not told to have been silent', async () => {
  vi.useFakeTimers()
  const unanswered = vi.fn<() => void>()
  const silent = signedInSession({ token: () => new Promise(() => undefined), unanswered })
  const pending = getApiToken({ session: silent, line: lost })
  await vi.advanceTimersByTimeAsync(1000)
  expect(await pending).toBeNull()
  expect(unanswered).not.toHaveBeenCalled()
  vi.useRealTimers()
})

test('a person drawn from the device has no token until the sign-in service has confirmed them', async () => {
  const token = async () => (session.current().identity.mode === 'live' ? 'token' : null)
  const session = signedInSession({ token }, { mode: 'degraded' })
  const pending = getApiToken({ session })
  session.update({ identity: alex })
  expect(await pending).toBe('token')
})

test('a service that does not answer is reported, so that nobody is taken for confirmed', async () => {
  vi.useFakeTimers()
  const unanswered = vi.fn<() => void>()
  const session = signedInSession({ token: () => new Promise(() => undefined), unanswered })
  const pending = getApiToken({ session })
  await vi.advanceTimersByTimeAsync(8_000)
  expect(await pending).toBeNull()
  expect(unanswered).toHaveBeenCalledOnce()
  vi.useRealTimers()
})

test('a token is kept nowhere', async () => {
  const before = document.cookie
  const write = vi.spyOn(Storage.prototype, 'setItem')
  expect(await getApiToken({ session: signedInSession() })).toBe('token')
  expect(write).not.toHaveBeenCalled()
  expect(document.cookie).toBe(before)
  write.mockRestore()
})
