import { IsRestoringProvider, QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { subscribe } from 'valtio'
import { navigate } from 'wouter/use-browser-location'
import { readBoot } from '../identity/boot.ts'
import { IdentityProvider } from '../identity/identity-provider.tsx'
import { useIdentity } from '../identity/use-identity.ts'
import { contact, watchContact } from '../lib/contact.ts'
import { createQueryClient } from '../lib/query.ts'
import { dropKeptQueries, keepQueries } from '../lib/query-storage.ts'
import { uiState } from '../lib/ui-state.ts'
import { ApiProvider } from '../lib/use-api.ts'
import { pageApi } from './page-api.ts'
import { WasSignedIn } from './was-signed-in.ts'

/** Everything the screens stand on: who uses the page, the API client, what it remembers. */
export const Providers = ({ children }: { children: ReactNode }) => {
  const [read] = useState(() => readBoot())
  const boot = 'boot' in read ? read.boot : null
  const trouble = 'trouble' in read ? { trouble: read.trouble } : {}
  const [api] = useState(() => pageApi(boot?.deploymentId ?? 'unknown'))
  useEffect(() => watchContact(() => api.configs({}, { timeoutMs: 5_000 })), [api])
  return (
    <IdentityProvider boot={boot} navigate={navigate} {...trouble}>
      <ApiProvider value={api}>
        <Remembered>{children}</Remembered>
      </ApiProvider>
    </IdentityProvider>
  )
}

/** One memory per person in an organisation: nothing that one asked for is ever shown to the next. */
const Remembered = ({ children }: { children: ReactNode }) => {
  const { state, userId, orgId } = useIdentity()
  const [was, setWas] = useState(false)
  if (state === 'signed-in' && !was) setWas(true)
  useEffect(() => {
    if (state !== 'signed-out') return
    dropKeptQueries()
    uiState.country = null
  }, [state])
  return (
    <WasSignedIn value={was}>
      <Memory key={`${userId ?? ''}.${orgId ?? ''}`} userId={userId} orgId={orgId}>
        {children}
      </Memory>
    </WasSignedIn>
  )
}

const Memory = ({
  userId,
  orgId,
  children,
}: {
  userId: string | null
  orgId: string | null
  children: ReactNode
}) => {
  const [client] = useState(createQueryClient)
  const keeps = userId !== null && orgId !== null
  const [restoring, setRestoring] = useState(keeps)
  useEffect(() => {
    if (userId === null || orgId === null) return undefined
    let gone = false
    let stop = (): void => undefined
    void keepQueries(client, { userId, orgId }).then((end) => {
      if (gone) return end()
      stop = end
      setRestoring(false)
    })
    return () => {
      gone = true
      stop()
    }
  }, [client, userId, orgId])
  useRetryOnContact(client)
  return (
    <QueryClientProvider client={client}>
      <IsRestoringProvider value={restoring}>{children}</IsRestoringProvider>
    </QueryClientProvider>
  )
}

/** What failed while the server could not be reached is asked again as soon as it answers. */
const useRetryOnContact = (client: QueryClient): void => {
  useEffect(() => {
    let reached = contact.reached
    return subscribe(contact, () => {
      if (contact.reached && !reached)
        void client.refetchQueries({
          type: 'active',
          predicate: ({ state }) => state.status === 'error' || state.isInvalidated,
        })
      reached = contact.reached
    })
  }, [client])
}
