import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, type ReactNode } from 'react'
import { KeepInSync } from '../../../src/app/keep-in-sync.tsx'
import type { ApiClient } from '../../../src/lib/api.ts'
import { DeviceProvider, useLocal } from '../../../src/shared/offline/device.tsx'
import type { Local } from '../../../src/offline/outbox.ts'
import { show } from './screen.tsx'

type Owner = { userId: string; orgId: string }

/** Somebody with a device of their own. */
export const someone = (): Owner => {
  last += 1
  return { userId: `user_reader_${last}`, orgId: 'org_harbour' }
}
let last = 0

/** A page of a person at an address, with nothing in memory of an earlier one: what it shows comes from the server or the device. */
export const openAt = (api: ApiClient, owner: Owner, address: string, content: ReactNode) => {
  cleanup()
  let held: Local | null = null
  const Hold = () => {
    const local = useLocal()
    useEffect(() => {
      held = local
    }, [local])
    return null
  }
  show(
    <DeviceProvider key={owner.userId} owner={owner}>
      <KeepInSync />
      {content}
      <Hold />
    </DeviceProvider>,
    api,
    address,
  )
  if (held === null) throw new Error('Nothing is drawn')
  // Set by the effect above.
  return held as Local
}

/** Presses a button or an item of a menu, once it is there. */
export const press = async (
  name: string | RegExp,
  role: 'button' | 'menuitem' = 'button',
): Promise<void> => userEvent.click(await screen.findByRole(role, { name }))
