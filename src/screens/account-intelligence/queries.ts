import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { AccountIntelligence } from '../../../contract/org/account-intelligence.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { intelligenceQuery } from '../../shared/account-fit/intelligence.ts'
import { useApi } from '../../lib/use-api.ts'
import { useDebounced } from '../../lib/use-debounced.ts'

export const useIntelligence = () => useQuery(intelligenceQuery(useApi()))

export const useOlderVersion = (version: number | null) => {
  const api = useApi()
  return useQuery({
    queryKey: ['intelligence-version', version],
    queryFn: ({ signal }) => api.accountIntelligence({ version: version ?? 1 }, { signal }),
    enabled: version !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export const usePreview = (config: AccountIntelligence) => {
  const api = useApi()
  const offline = useOffline()
  // Only what affects the counts: other text changes none of them.
  const { idealCustomer, competitors, weights } = config
  const debouncedConfig = useDebounced(JSON.stringify({ idealCustomer, competitors, weights }), 600)
  return useQuery({
    queryKey: ['intelligence-preview', debouncedConfig],
    queryFn: ({ signal }) =>
      api.accountIntelligencePreview(
        { config: { ...config, ...parseConfig(debouncedConfig) } },
        { signal },
      ),
    enabled: !offline,
    placeholderData: keepPreviousData,
  })
}

// Safe cast: usePreview serialised it.
const parseConfig = (text: string) =>
  JSON.parse(text) as Pick<AccountIntelligence, 'idealCustomer' | 'competitors' | 'weights'>
