import { cleanup } from '@testing-library/react'
import { createRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { App } from '../../../src/app/app.tsx'
import { Providers } from '../../../src/app/providers.tsx'
import { createNotSignedIn } from '../../../src/session/identity.ts'
import { lastKnownAfter, lastKnownKey, writeLastKnown } from '../../../src/session/last-known.ts'
import { session } from '../../../src/session/session.ts'
import { createQueryClient } from '../../../src/lib/query.ts'
import { persistQueries } from '../../../src/lib/query-storage.ts'
import { alexAsPerson } from '../../kit/session/people.ts'
import { aTrial } from '../../kit/session/gate.ts'

// Clerk never loads.
vi.mock('../../../src/session/clerk-js.ts', () => ({
  loadClerkJs: () => new Promise(() => undefined),
}))

const hour = 3_600_000
const start = Date.parse('2026-03-02T10:00:00Z')

const visited = (at: number, metadata?: object): void => {
  vi.setSystemTime(at)
  writeLastKnown(lastKnownAfter(null, alexAsPerson, at))
  const client = createQueryClient()
  const stop = persistQueries(client, { userId: 'user_1', orgId: 'org_1' })
  client.setQueryData(['subscription', 'org_1'], { subscription: aTrial })
  if (metadata) client.setQueryData(['customer', 'metadata'], { metadata })
  vi.advanceTimersByTime(2_000)
  stop()
  client.clear()
}

const open = (path: string): { text: string; unmount: () => void } => {
  history.replaceState(null, '', path)
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  flushSync(() =>
    root.render(
      <Providers>
        <App />
      </Providers>,
    ),
  )
  return { text: container.textContent, unmount: () => flushSync(() => root.unmount()) }
}

let unmount = (): void => undefined

beforeEach(() => {
  vi.useFakeTimers({ now: start })
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  localStorage.clear()
  document.cookie = '__client_uat=1795173219'
  const boot = JSON.stringify({ clerkPublishableKey: 'pk_test_x', deploymentId: 'build-1' })
  document.head.innerHTML = `<script type="application/json" id="boot">${boot}</script>`
  session.update({ identity: createNotSignedIn('loading'), memberships: [], service: null })
})
afterEach(() => {
  unmount()
  cleanup()
  document.head.innerHTML = ''
  document.body.replaceChildren()
  document.cookie = '__client_uat=; expires=Thu, 01 Jan 1970 00:00:00 GMT'
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const first = (path: string): string => {
  const opened = open(path)
  unmount = opened.unmount
  return opened.text
}

describe('a start on a device that knows user and plan', () => {
  it('shows the shell in the first render, without Clerk, the server or the logo', () => {
    visited(start - hour)
    vi.setSystemTime(start)
    const text = first('/dashboard/list')
    expect(text).toContain('Harbour Advisory')
    expect(text).toContain('Data exchange')
    expect(text).not.toContain('Loading Fieldbook')
    expect(text).not.toContain('haven’t been able to check')
  })

  it('is read-only after 72 h without Clerk, and says why and what happens to changes', () => {
    visited(start - 73 * hour)
    vi.setSystemTime(start)
    const text = first('/dashboard/list')
    expect(text).toContain('We haven’t been able to check your login for 3 days.')
    expect(text).toContain('Changes will sync once we can check again.')
    expect(text).toContain('Data exchange')
  })

  it('is read-only after 24 h, and not before, if the organisation chose 24 h', async () => {
    visited(start, { defaultCountry: null, offlineGraceHours: 24 })
    for (const [hours, locked] of [
      [0, false],
      [23, false],
      [25, true],
    ] as const) {
      vi.setSystemTime(start + hours * hour)
      const { text, unmount: close } = open('/dashboard/list')
      // The answer of the organisation is stored after the first render.
      await vi.advanceTimersByTimeAsync(2_000)
      close()
      session.update({ identity: createNotSignedIn('loading') })
      expect(text).toContain('Data exchange')
      expect(text.includes('check your login for 24 hours')).toBe(locked)
    }
  })

  it('waits with the logo if the record of the user or the plan is missing', () => {
    visited(start - hour)
    vi.setSystemTime(start)
    const record = localStorage.getItem(lastKnownKey) ?? ''
    localStorage.removeItem(lastKnownKey)
    expect(first('/dashboard/list')).toContain('Loading Fieldbook')
    unmount()
    localStorage.clear()
    localStorage.setItem(lastKnownKey, record)
    session.update({ identity: createNotSignedIn('loading') })
    expect(first('/dashboard/list')).toContain('Loading Fieldbook')
  })

  it('shows no data of the user until Clerk answers, if the cookies say that the session has ended', () => {
    visited(start - hour)
    vi.setSystemTime(start)
    document.cookie = '__client_uat=0'
    const text = first('/dashboard/list')
    expect(text).toContain('Loading Fieldbook')
    expect(text).not.toContain('Harbour Advisory')
  })
})
