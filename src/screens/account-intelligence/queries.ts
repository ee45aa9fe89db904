import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type {
  AccountIntelligence,
  KeptAccountIntelligence,
} from '../../../contract/org/account-intelligence.ts'
import { useOffline } from '../../lib/contact.ts'
import { intelligenceQuery } from '../../shared/account-fit/intelligence.ts'
import { useApi } from '../../lib/use-api.ts'
import { useDebounced } from '../../lib/use-debounced.ts'

/** What is saved now, and without a connection the last copy of it. */
export const useIntelligence = () => useQuery(intelligenceQuery(useApi()))

/** An older version; null asks for none. */
export const useOlder = (version: number | null) => {
  const api = useApi()
  return useQuery({
    queryKey: ['intelligence-version', version],
    queryFn: ({ signal }) => api.accountIntelligence({ version: version ?? 1 }, { signal }),
    enabled: version !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Saves a configuration as the version after `version`. */
export const useSaving = () => {
  const api = useApi()
  const client = useQueryClient()
  const { queryKey } = intelligenceQuery(api)
  return useMutation({
    mutationKey: ['Saving account intelligence'],
    mutationFn: (input: { config: AccountIntelligence; version: number }) =>
      api.changeAccountIntelligence(input),
    onSuccess: (kept) => {
      client.setQueryData<KeptAccountIntelligence>(queryKey, kept)
      // Results in the order of fit are those of the version before.
      void client.invalidateQueries({ queryKey: ['records', 'company'] })
    },
    // Whoever was first is to be seen before anybody decides.
    onError: () => client.invalidateQueries({ queryKey }),
  })
}

/** How many companies a configuration would fit, a moment after it was last changed. */
export const usePreview = (config: AccountIntelligence) => {
  const api = useApi()
  const offline = useOffline()
  // Only what the numbers depend on: words and people change none of them.
  const { idealCustomer, competitors, weights } = config
  const asked = useDebounced(JSON.stringify({ idealCustomer, competitors, weights }), 600)
  return useQuery({
    queryKey: ['intelligence-preview', asked],
    queryFn: ({ signal }) =>
      api.accountIntelligencePreview({ config: { ...config, ...parsed(asked) } }, { signal }),
    enabled: !offline,
    placeholderData: keepPreviousData,
  })
}

// Written by usePreview itself.
const parsed = (text: string) =>
  JSON.parse(text) as Pick<AccountIntelligence, 'idealCustomer' | 'competitors' | 'weights'>
