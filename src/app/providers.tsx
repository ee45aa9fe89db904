import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { subscribe } from 'valtio'
import { navigate } from 'wouter/use-browser-location'
import { readBoot } from '../session/boot.ts'
import type { Device } from '../session/follow.ts'
import { IdentityProvider } from '../session/identity-provider.tsx'
import { useIdentity } from '../session/use-identity.ts'
import { contact, watchContact } from '../lib/contact.ts'
import { DeviceProvider } from '../shared/offline/device.tsx'
import { keptIsDrawn } from '../lib/kept-first.ts'
import { createQueryClient } from '../lib/query.ts'
import { bringBackQueries, dropKeptQueries, keepQueries } from '../lib/query-storage.ts'
import { uiState } from '../lib/ui-state.ts'
import { ApiProvider } from '../lib/use-api.ts'
import { here } from '../offline/here.ts'
import { forgetOrganisation, leave, pendingRevoke, settleRevoke } from '../offline/wipe.ts'
import { KeepInSync } from './keep-in-sync.tsx'
import { lookAgain } from './look-again.ts'
import { pageApi, type Who } from './page-api.ts'
import { WasSignedIn } from './was-signed-in.ts'

const device: Device = {
  signOutPending: () => here.tab.hasLeft() || pendingRevoke(),
  leave: () => leave(),
  forgetOrganisation: (userId, orgId) => forgetOrganisation(userId, orgId),
  settle: (revoke) => settleRevoke(revoke),
}

/** Everything the screens stand on: who uses the page, the API client, what it remembers. */
export const Providers = ({ children }: { children: ReactNode }) => {
  const [read] = useState(() => readBoot())
  const boot = 'boot' in read ? read.boot : null
  const trouble = 'trouble' in read ? { trouble: read.trouble } : {}
  const deploymentId = boot?.deploymentId ?? 'unknown'
  useEffect(() => {
    const api = pageApi(deploymentId)
    return watchContact(() => api.configs({}, { timeoutMs: 5_000 }))
  }, [deploymentId])
  return (
    <IdentityProvider boot={boot} navigate={navigate} {...{ device, keptIsDrawn }} {...trouble}>
      <Remembered deploymentId={deploymentId}>{children}</Remembered>
    </IdentityProvider>
  )
}

type Props = { deploymentId: string; children: ReactNode }

/** One memory per person in an organisation: nothing that one asked for is ever shown to the next. */
export const Remembered = ({ deploymentId, children }: Props) => {
  const { state, userId, orgId } = useIdentity()
  const [was, setWas] = useState(false)
  if (state === 'signed-in' && !was) setWas(true)
  useEffect(() => {
    if (state !== 'signed-out') return
    dropKeptQueries()
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

/** Spec 4 sets the country once, to the customer's default: the next organisation is another customer. */
const useOwnCountry = (orgId: string | null): void => {
  const last = useRef(orgId)
  useEffect(() => {
    if (orgId === null) return
    if (last.current !== null && last.current !== orgId) uiState.country = null
    last.current = orgId
  }, [orgId])
}

const Memory = ({ deploymentId, userId, orgId, children }: Props & Who) => {
  const [{ client, api }] = useState(() => openMemory(deploymentId, { userId, orgId }))
  useEffect(
    () => (userId === null || orgId === null ? undefined : keepQueries(client, { userId, orgId })),
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

const openMemory = (deploymentId: string, who: Who) => {
  const client = createQueryClient()
  const { userId, orgId } = who
  if (userId !== null && orgId !== null) bringBackQueries(client, { userId, orgId })
  const onRefused = (status: number): void => lookAgain(client, status)
  return { client, api: pageApi(deploymentId, { who, onRefused }) }
}

/** What failed while the server, or a token for it, could not be had is asked again as soon as both are there. */
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
    let reached = contact.reached
    return subscribe(contact, () => {
      if (contact.reached && !reached) again()
      reached = contact.reached
    })
  }, [client, mode])
}
