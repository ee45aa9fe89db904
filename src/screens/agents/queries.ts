import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AgentFields } from '../../../contract/signals/agents.ts'
import { signalsLink } from '../../../contract/links.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { formatCount } from '../../lib/format.ts'
import { syncNow } from '../../shared/offline/sync-store.ts'
import { useApi } from '../../lib/use-api.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { showToast } from '../../ui/toasts.tsx'
import { describeNothingNew } from './copy.ts'
import type { AgentRow } from './use-agents.ts'

/** What only the server knows about agents: waiting signals, the limit of the plan, the time zone. Refetched every minute. */
export const useAgentStatus = () => {
  const api = useApi()
  return useQuery({
    queryKey: ['agents'],
    queryFn: ({ signal }) => api.agents({}, { signal }),
    staleTime: 0,
    refetchInterval: 60_000,
  })
}

export const useRuns = (id: string, enabled: boolean) => {
  const api = useApi()
  return useQuery({
    queryKey: ['agent-runs', id],
    queryFn: ({ signal }) => api.agentRuns({ id }, { signal }),
    staleTime: 0,
    enabled,
  })
}

export const useRunAgent = () => {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationKey: ['Running an agent'],
    mutationFn: ({ id }: AgentRow) => api.runAgent({ id }),
    onSuccess: ({ run }, { id, value: { category, lastRunAt } }) => {
      void client.invalidateQueries({ queryKey: ['agents'] })
      void client.invalidateQueries({ queryKey: ['agent-runs', id] })
      syncNow()
      if (run === null) showToast({ title: describeNothingNew(lastRunAt, Date.now()) })
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

export const runLink = (agentId: string, category: AgentFields['category'], run: string): string =>
  signalsLink({
    agentId,
    incrementalRunIds: [run],
    listIds: [],
    signalType: { category, slug: null },
  })

export const usePreview = (fields: AgentFields) => {
  const api = useApi()
  const offline = useOffline()
  const debouncedFields = useDebounced(JSON.stringify({ ...fields, name: undefined }), 500)
  return useQuery({
    queryKey: ['agent-preview', debouncedFields],
    queryFn: ({ signal }) =>
      // `debouncedFields` is the JSON of the fields above.
      api.previewAgent(JSON.parse(debouncedFields) as Omit<AgentFields, 'name'>, { signal }),
    enabled: !offline,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
}
