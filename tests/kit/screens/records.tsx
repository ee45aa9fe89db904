import 'fake-indexeddb/auto'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { KeepInSync } from '../../../src/app/keep-in-sync.tsx'
import type { ApiClient } from '../../../src/lib/api.ts'
import { showWithDevice, type Owner } from './on-device.tsx'

export const someone = (): Owner => {
  last += 1
  return { userId: `user_reader_${last}`, orgId: 'org_harbour' }
}
let last = 0

/** With empty caches, so that the data comes from the server or the device. */
export const openAt = (api: ApiClient, owner: Owner, address: string, content: ReactNode) => {
  cleanup()
  return showWithDevice(
    owner,
    <>
      <KeepInSync />
      {content}
    </>,
    api,
    address,
  ).local
}

export const press = async (
  name: string | RegExp,
  role: 'button' | 'menuitem' = 'button',
): Promise<void> => userEvent.click(await screen.findByRole(role, { name }))
