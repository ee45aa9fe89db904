import { openPage } from '../../../kit/screens/lists-page.tsx'
import { cleanup, screen } from '@testing-library/react'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { links } from '../../../../contract/links.ts'
import { AgentsPanel } from '../../../../src/screens/agents/agents-panel.tsx'
import { StorageScreen } from '../../../../src/screens/storage/storage-screen.tsx'
import { SyncScreen } from '../../../../src/screens/sync/sync-screen.tsx'
import { startRealApp } from '../../../kit/screens/real-app.ts'

const { api, close } = await startRealApp()
afterAll(close)
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it.each([
  ['storage', <StorageScreen key="storage" />],
  ['the Sync centre', <SyncScreen key="sync" />],
  ['agents', <AgentsPanel key="agents" />],
])('the advice for a private window fits on the screen of %s', async (_, content) => {
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('Not in a private window', 'SecurityError')
  })
  openPage(api, content, links.storage())
  const callout = await screen.findByRole('alert')
  expect(callout.textContent).toContain('open Fieldbook in a normal window')
  expect(callout.textContent).not.toContain('tabs')
})
