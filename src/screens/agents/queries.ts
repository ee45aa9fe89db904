import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AgentFields } from '../../../contract/signals/agents.ts'
import { signalsLink } from '../../../contract/links.ts'
import { useOffline } from '../../lib/contact.ts'
import { formatCount } from '../../lib/format.ts'
import { syncNow } from '../../shared/offline/syncing.ts'
import { useApi } from '../../lib/use-api.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { showToast } from '../../ui/toasts.tsx'
import type { AgentRow } from './use-agents.ts'

/** What the server alone knows of agents: how much waits, how many the plan allows, the time zone. Asked again every minute. */
export const useServed = () => {
  const api = useApi()
  return useQuery({
    queryKey: ['agents'],
    queryFn: ({ signal }) => api.agents({}, { signal }),
    staleTime: 0,
    refetchInterval: 60_000,
  })
}

/** What an agent has told so far. */
export const useRuns = (id: string, enabled: boolean) => {
  const api = useApi()
  return useQuery({
    queryKey: ['agent-runs', id],
    queryFn: ({ signal }) => api.agentRuns({ id }, { signal }),
    staleTime: 0,
    enabled,
  })
}

/** Tells now of what an agent has found, and says what came of it. */
export const useTelling = () => {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationKey: ['Telling now'],
    mutationFn: ({ id }: AgentRow) => api.runAgent({ id }),
    onSuccess: ({ run }, { id, value: { category } }) => {
      void client.invalidateQueries({ queryKey: ['agents'] })
      void client.invalidateQueries({ queryKey: ['agent-runs', id] })
      syncNow()
      if (run === null) showToast({ title: 'Nothing new since the last alert' })
      else
        showToast({
          title: `Found ${formatCount(run.signalCount, 'new signal', 'new signals')}`,
          link: { href: runLink(id, category, run.id), label: 'View' },
        })
    },
    onError: (error) =>
      showToast({ title: `We couldn’t run this agent: ${error.message}`, tone: 'danger' }),
  })
}

/** The signals one run told of. */
export const runLink = (agentId: string, category: AgentFields['category'], run: string): string =>
  signalsLink({
    agentId,
    incrementalRunIds: [run],
    listIds: [],
    signalType: { category, slug: null },
  })

/** What the last 90 days would have given an agent, a moment after it was last changed. */
export const usePreview = (fields: AgentFields) => {
  const api = useApi()
  const offline = useOffline()
  const asked = useDebounced(JSON.stringify({ ...fields, name: undefined }), 500)
  return useQuery({
    queryKey: ['agent-preview', asked],
    queryFn: ({ signal }) =>
      // Written by the line above.
      api.previewAgent(JSON.parse(asked) as Omit<AgentFields, 'name'>, { signal }),
    enabled: !offline,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
}
