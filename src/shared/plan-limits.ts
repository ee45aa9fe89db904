import { useQuery } from '@tanstack/react-query'
import { useApi } from '../lib/use-api.ts'
import { customerMetadataQuery } from './queries.ts'

/** What the plan includes, as last known; undefined before that. */
export const usePlanLimits = () => useQuery(customerMetadataQuery(useApi())).data?.limits
