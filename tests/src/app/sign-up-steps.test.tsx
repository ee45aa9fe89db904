import { act } from '@testing-library/react'
import { navigate } from 'wouter/use-browser-location'
import { afterEach, expect, it, vi } from 'vitest'
import { App } from '../../../src/app/app.tsx'
import { session } from '../../../src/session/session.ts'
import { slots } from '../../../src/session/slots.ts'
import { signedInSession } from '../../kit/session/people.ts'
import { fakeApi, show } from '../../kit/screens/screen.tsx'

const unknown = session.current()
afterEach(() => act(() => session.update(unknown)))

it('keeps Clerk’s sign-up screen from one step to the next, so that its code field takes the focus', async () => {
  act(() => session.update({ service: signedInSession().current().service }))
  show(<App />, fakeApi({}), '/sign-up')
  await vi.waitUntil(() => slots.current().length > 0)
  const [before] = slots.current()
  await act(async () => navigate('/sign-up/verify-email-address'))
  expect(slots.current()).toEqual([before])
})
