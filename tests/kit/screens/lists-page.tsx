import 'fake-indexeddb/auto'
import type { ReactNode } from 'react'
import { KeepInSync } from '../../../src/app/keep-in-sync.tsx'
import type { ApiClient } from '../../../src/lib/api.ts'
import { firstScreen } from '../../../src/lib/defer.ts'
import { showWithDevice, type Owner } from './on-device.tsx'

firstScreen.shown = true

let last = 0

export const openPage = (
  api: ApiClient,
  content: ReactNode,
  address: string,
  state: unknown = null,
) => {
  last += 1
  const owner = { userId: `user_lists_${last}`, orgId: 'org_harbour' }
  return { ...pageOf(api, owner, content, address, state), owner }
}

export const pageOf = (
  api: ApiClient,
  owner: Owner,
  content: ReactNode,
  address: string,
  state: unknown = null,
) =>
  showWithDevice(
    owner,
    <>
      <KeepInSync />
      {content}
    </>,
    api,
    address,
    state,
  )
