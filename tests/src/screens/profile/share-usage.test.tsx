import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Analytics } from '../../../../src/lib/telemetry.ts'
import { EarlyAccess } from '../../../../src/screens/help/early-access.tsx'
import { ShareUsage } from '../../../../src/screens/profile/share-usage.tsx'
import { silentAnalytics } from '../../../kit/analytics.ts'
import { fakeApi, show } from '../../../kit/screens/screen.tsx'

let sharing: ReturnType<Analytics['sharing']> = 'on'
let joined = false
const running: Analytics = {
  ...silentAnalytics,
  sharing: () => sharing,
  share: (wanted) => void (sharing = wanted ? 'on' : 'off'),
  earlyAccess: async () => [{ flag: 'routes', name: 'Routes', description: 'Plan a day', joined }],
  join: (flag, wanted) => void (joined = flag === 'routes' && wanted),
}
const mocks = vi.hoisted(() => ({ analytics: null as Analytics | null }))
vi.mock('../../../../src/lib/telemetry.ts', () => ({
  withAnalytics: async (use: (analytics: Analytics) => unknown) =>
    mocks.analytics && use(mocks.analytics),
}))

beforeEach(() => {
  sharing = 'on'
  joined = false
  mocks.analytics = running
  document.head.innerHTML =
    '<script type="application/json" id="boot">{"posthogKey":"phc_1"}</script>'
})
afterEach(() => {
  document.head.innerHTML = ''
})

it('A user switches the sharing of usage off and on for this device', async () => {
  show(<ShareUsage />, fakeApi({}))
  const choice = await screen.findByRole('switch', { name: /^Share usage from this device/ })
  expect(choice).toHaveProperty('checked', true)
  await userEvent.click(choice)
  await vi.waitFor(() => expect(choice).toHaveProperty('checked', false))
  expect(sharing).toBe('off')
})

it('Profile says that the browser refuses the sharing of usage', async () => {
  sharing = 'refused'
  show(<ShareUsage />, fakeApi({}))
  await screen.findByText(/^Your browser asks sites not to track you/)
  expect(screen.queryByRole('switch')).toBeNull()
})

it('Profile and Help say nothing of analytics that do not run', async () => {
  document.head.innerHTML = ''
  const { container } = show(
    <>
      <ShareUsage />
      <EarlyAccess />
    </>,
    fakeApi({}),
  )
  await Promise.resolve()
  expect(container.textContent).toBe('')
})

it('A user joins a feature of early access', async () => {
  show(<EarlyAccess />, fakeApi({}))
  const choice = await screen.findByRole('switch', { name: /^Routes/ })
  expect(choice).toHaveProperty('checked', false)
  await userEvent.click(choice)
  await vi.waitFor(() => expect(choice).toHaveProperty('checked', true))
})
