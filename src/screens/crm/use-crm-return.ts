import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { uuidv7 } from 'uuidv7'
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { links } from '../../../contract/links.ts'
import { Unreachable } from '../../lib/api-errors.ts'
import { describeError } from '../../lib/describe-error.ts'
import { useApi } from '../../lib/use-api.ts'
import { useIdentity } from '../../session/use-identity.ts'
import { useCrmCall, useCrmConnection } from '../../shared/crm/connection.ts'
import { integrationsKey } from '../../shared/crm/integrations.ts'
import { showToast } from '../../ui/toasts.tsx'

type Return = { state: string; code?: string; error?: string }

export type CrmReturn =
  | { is: 'none' | 'finishing' }
  | { is: 'refused'; text: string }
  | { is: 'unanswered'; retry: () => void }

/** Finishes once what the browser brings back from a CRM (RFC 6749, 4.1.2), and removes it from the address. */
export const useCrmReturn = (): CrmReturn => {
  const api = useApi()
  const client = useQueryClient()
  const { orgId } = useIdentity()
  const { state: connection } = useCrmConnection()
  const withToken = useCrmCall()
  const search = useSearch()
  const [back] = useState(() => readReturn(search))
  const [idempotencyKey] = useState(uuidv7)
  const isStarted = useRef(false)
  const { mutate, status, error } = useMutation({
    mutationKey: ['Finishing the connection of a CRM'],
    mutationFn: (returned: Return) =>
      withToken((token) =>
        api.finishConnectingCrm({ token, ...returned }, { idempotencyKey, timeoutMs }),
      ),
    onSuccess: ({ label }) => showToast({ title: `${label} is connected` }),
    onSettled: () => client.invalidateQueries({ queryKey: integrationsKey(orgId) }),
  })
  useEffect(() => {
    if (back === null || connection !== 'authenticated' || isStarted.current) return
    isStarted.current = true
    navigate(links.integrations(), { replace: true })
    mutate(back)
  }, [back, connection, mutate])
  if (back === null || status === 'success') return { is: 'none' }
  if (status !== 'error') return { is: connection === 'unauthenticated' ? 'none' : 'finishing' }
  if (error instanceof Unreachable) return { is: 'unanswered', retry: () => mutate(back) }
  const { detail, title } = describeError(error)
  return { is: 'refused', text: detail === '' ? `${title}.` : detail }
}

/** The server waits for the CRM. */
const timeoutMs = 60_000

const readReturn = (search: string): Return | null => {
  const query = new URLSearchParams(search)
  const [state, code, error] = ['state', 'code', 'error'].map((name) => query.get(name))
  if (!state || (!code && !error)) return null
  return { state, ...(code && { code }), ...(error && { error }) }
}
