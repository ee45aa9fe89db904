import 'fake-indexeddb/auto'
import { useEffect, type ReactNode } from 'react'
import type { RenderResult } from '@testing-library/react'
import type { ApiClient } from '../../../src/lib/api.ts'
import type { Local } from '../../../src/offline/outbox.ts'
import { DeviceProvider, useLocal } from '../../../src/shared/offline/device.tsx'
import { show } from './screen.tsx'

export type Owner = { userId: string; orgId: string }

export const showWithDevice = (
  owner: Owner,
  content: ReactNode,
  api: ApiClient,
  address: string,
  state: unknown = null,
): RenderResult & { local: Local } => {
  let captured: Local | null = null
  const Capture = () => {
    const local = useLocal()
    useEffect(() => {
      captured = local
    }, [local])
    return null
  }
  const drawn = show(
    <DeviceProvider owner={owner}>
      {content}
      <Capture />
    </DeviceProvider>,
    api,
    address,
    state,
  )
  if (captured === null) throw new Error('The content is not rendered')
  // The effect above assigns it.
  return { ...drawn, local: captured }
}
