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
  ['what takes room', <StorageScreen key="storage" />],
  ['what waits to be sent', <SyncScreen key="sync" />],
  ['agents', <AgentsPanel key="agents" />],
])('the advice fits where a private window keeps %s from being read', async (_, content) => {
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('Not in a private window', 'SecurityError')
  })
  openPage(api, content, links.storage())
  const told = await screen.findByRole('alert')
  expect(told.textContent).toContain('open Fieldbook in a normal window')
  expect(told.textContent).not.toContain('tabs')
})
