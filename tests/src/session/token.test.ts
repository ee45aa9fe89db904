import { expect, test, vi } from 'vitest'
import { createNotSignedIn } from '../../../src/session/identity.ts'
import { createSession } from '../../../src/session/session.ts'
import { getApiToken } from '../../../src/session/token.ts'
import { alex, signedInSession } from '../../kit/session/people.ts'

const lost = { isOnline: () => false, subscribe: () => () => undefined }

test('a token comes from the sign-in service, and is renewed after a refusal', async () => {
  const freshFlags: boolean[] = []
  const session = signedInSession({
    token: async (fresh) => {
      freshFlags.push(fresh)
      return 'token'
    },
  })
  expect(await getApiToken({ session })).toBe('token')
  expect(await getApiToken({ session, fresh: true })).toBe('token')
  expect(freshFlags).toEqual([false, true])
})

test('a token request waits until the user is known', async () => {
  const session = createSession()
  const pending = getApiToken({ session })
  const { service } = signedInSession().current()
  session.update({ service })
  session.update({ identity: alex })
  expect(await pending).toBe('token')
})

test('a token request returns null at once if no user is signed in', async () => {
  const session = signedInSession()
  session.update({ identity: createNotSignedIn('signed-out') })
  expect(await getApiToken({ session })).toBeNull()
})

test('a token request returns null without an error if the sign-in service fails or never answers', async () => {
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

test('a token request waits 50 ms at most while offline', async () => {
  vi.useFakeTimers()
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const silent = signedInSession({ token: () => new Promise(() => undefined) })
  const pending = getApiToken({ session: silent })
  await vi.advanceTimersByTimeAsync(50)
  expect(await pending).toBeNull()
  online.mockRestore()
  vi.useRealTimers()
})

test('a token request waits a second while the server is unreachable, and does not report the sign-in service', async () => {
  vi.useFakeTimers()
  const markUnreachable = vi.fn<() => void>()
  const silent = signedInSession({ token: () => new Promise(() => undefined), markUnreachable })
  const pending = getApiToken({ session: silent, connection: lost })
  await vi.advanceTimersByTimeAsync(1000)
  expect(await pending).toBeNull()
  expect(markUnreachable).not.toHaveBeenCalled()
  vi.useRealTimers()
})

test('a token request waits until the sign-in service confirms a user drawn from the device', async () => {
  const token = async () => (session.current().identity.mode === 'live' ? 'token' : null)
  const session = signedInSession({ token }, { mode: 'degraded' })
  const pending = getApiToken({ session })
  session.update({ identity: alex })
  expect(await pending).toBe('token')
})

test('a token request reports a sign-in service that does not answer', async () => {
  vi.useFakeTimers()
  const markUnreachable = vi.fn<() => void>()
  const session = signedInSession({ token: () => new Promise(() => undefined), markUnreachable })
  const pending = getApiToken({ session })
  await vi.advanceTimersByTimeAsync(8_000)
  expect(await pending).toBeNull()
  expect(markUnreachable).toHaveBeenCalledOnce()
  vi.useRealTimers()
})

test('a token is never stored', async () => {
  const before = document.cookie
  const write = vi.spyOn(Storage.prototype, 'setItem')
  expect(await getApiToken({ session: signedInSession() })).toBe('token')
  expect(write).not.toHaveBeenCalled()
  expect(document.cookie).toBe(before)
  write.mockRestore()
})
