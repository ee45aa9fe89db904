import { useQuery } from '@tanstack/react-query'
import { useApi } from './use-api.ts'
import { customerFeaturesQuery, platformFeaturesQuery } from './queries.ts'

type Flags = Record<string, { enabled: boolean; payload?: unknown }>

/** Whether a flag is on: the organisation's value wins over the platform's (product 2.14); unknown is off. */
export const flagOf = (name: string, platform: Flags, customer: Flags): boolean =>
  (customer[name] ?? platform[name])?.enabled ?? false

/** Whether a named feature is on (spec 6); undefined until the flags are known. They are asked for while `enabled`. */
export const useFlag = (name: string, enabled = true): boolean | undefined => {
  const api = useApi()
  const platform = useQuery({ ...platformFeaturesQuery(api), enabled }).data
  const customer = useQuery({ ...customerFeaturesQuery(api), enabled }).data
  if (platform === undefined || customer === undefined) return undefined
  return flagOf(name, platform.features, customer.features)
}
