import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { subscribe } from 'valtio'
import { navigate } from 'wouter/use-browser-location'
import { readBoot } from '../session/boot.ts'
import type { Device } from '../session/session-controller.ts'
import { IdentityProvider } from '../session/identity-provider.tsx'
import { useIdentity } from '../session/use-identity.ts'
import { connectivity, watchConnectivity } from '../lib/connectivity.ts'
import { DeviceProvider } from '../shared/offline/device.tsx'
import { afterDeviceReads } from '../lib/defer.ts'
import { createQueryClient } from '../lib/query.ts'
import { restoreQueries, dropPersistedQueries, persistQueries } from '../lib/query-storage.ts'
import { uiState } from '../lib/ui-state.ts'
import { ApiProvider } from '../lib/use-api.ts'
import { currentTab } from '../offline/wipe/current-tab.ts'
import {
  forgetOrganisation,
  wipeDevice,
  hasPendingRevoke,
  completeRevoke,
} from '../offline/wipe/wipe.ts'
import { KeepInSync } from './keep-in-sync.tsx'
import { invalidateOnRefusal } from './invalidate-on-refusal.ts'
import { pageApi, type Caller } from './page-api.ts'
import { WasSignedIn } from './was-signed-in.ts'

const device: Device = {
  signOutPending: () => currentTab.tab.hasLeft() || hasPendingRevoke(),
  wipeDevice: () => wipeDevice(),
  forgetOrganisation: (userId, orgId) => forgetOrganisation(userId, orgId),
  completeSignOut: (revoke) => completeRevoke(revoke),
}

export const Providers = ({ children }: { children: ReactNode }) => {
  const [read] = useState(() => readBoot())
  const boot = 'boot' in read ? read.boot : null
  const trouble = 'trouble' in read ? { trouble: read.trouble } : {}
  const deploymentId = boot?.deploymentId ?? 'unknown'
  useEffect(() => {
    const api = pageApi(deploymentId)
    return watchConnectivity(() => api.configs({}, { timeoutMs: 5_000 }))
  }, [deploymentId])
  return (
    <IdentityProvider
      boot={boot}
      navigate={navigate}
      {...{ device, afterDeviceReads }}
      {...trouble}
    >
      <Remembered deploymentId={deploymentId}>{children}</Remembered>
    </IdentityProvider>
  )
}

type Props = { deploymentId: string; children: ReactNode }

/** One cache per user and organisation: never shows one user another's answers. */
export const Remembered = ({ deploymentId, children }: Props) => {
  const { state, userId, orgId } = useIdentity()
  const [was, setWas] = useState(false)
  if (state === 'signed-in' && !was) setWas(true)
  useEffect(() => {
    if (state !== 'signed-out') return
    dropPersistedQueries()
    uiState.country = null
  }, [state])
  useOwnCountry(orgId)
  return (
    <WasSignedIn value={was}>
      <Memory
        key={`${userId ?? ''}.${orgId ?? ''}`}
        deploymentId={deploymentId}
        {...{ userId, orgId }}
      >
        {children}
      </Memory>
    </WasSignedIn>
  )
}

/** Spec 4 sets the country once per customer. */
const useOwnCountry = (orgId: string | null): void => {
  const last = useRef(orgId)
  useEffect(() => {
    if (orgId === null) return
    if (last.current !== null && last.current !== orgId) uiState.country = null
    last.current = orgId
  }, [orgId])
}

const Memory = ({ deploymentId, userId, orgId, children }: Props & Caller) => {
  const [{ client, api }] = useState(() => openMemory(deploymentId, { userId, orgId }))
  useEffect(
    () =>
      userId === null || orgId === null ? undefined : persistQueries(client, { userId, orgId }),
    [client, userId, orgId],
  )
  useRetryOnContact(client)
  const [owner] = useState(() => (userId === null || orgId === null ? null : { userId, orgId }))
  return (
    <ApiProvider value={api}>
      <QueryClientProvider client={client}>
        <DeviceProvider owner={owner}>
          {owner !== null && <KeepInSync />}
          {children}
        </DeviceProvider>
      </QueryClientProvider>
    </ApiProvider>
  )
}

const openMemory = (deploymentId: string, caller: Caller) => {
  const client = createQueryClient()
  const { userId, orgId } = caller
  if (userId !== null && orgId !== null) restoreQueries(client, { userId, orgId })
  const onRefused = (status: number): void => invalidateOnRefusal(client, status)
  return { client, api: pageApi(deploymentId, { caller, onRefused }) }
}

/** Refetches what failed as soon as the server and a token are available. */
const useRetryOnContact = (client: QueryClient): void => {
  const { mode } = useIdentity()
  useEffect(() => {
    const again = (): void =>
      void client.refetchQueries({
        type: 'active',
        predicate: ({ state }) =>
          state.fetchStatus === 'idle' && (state.status === 'error' || state.isInvalidated),
      })
    if (mode === 'live') again()
    let reached = connectivity.online
    return subscribe(connectivity, () => {
      if (connectivity.online && !reached) again()
      reached = connectivity.online
    })
  }, [client, mode])
}
