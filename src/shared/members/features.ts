import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApi } from '../../lib/use-api.ts'
import { customerFeaturesQuery, platformFeaturesQuery } from '../queries.ts'

type Flags = Record<string, { enabled: boolean; payload?: unknown }>

/** Whether a flag is on: the organisation's value wins over the platform's (product 2.14); unknown is off. */
export const flagOf = (name: string, platform: Flags, customer: Flags): boolean =>
  (customer[name] ?? platform[name])?.enabled ?? false

/** Whether a named feature is on (spec 6); undefined until the flags are known. */
export const useFlag = (name: string): boolean | undefined => {
  const api = useApi()
  const platform = useQuery(platformFeaturesQuery(api)).data
  const customer = useQuery(customerFeaturesQuery(api)).data
  if (platform === undefined || customer === undefined) return undefined
  return flagOf(name, platform.features, customer.features)
}

/** Renders its children if a named feature is on, `otherwise` if it is off, and nothing until the flags are known (spec 6). */
export const Feature = ({
  name,
  otherwise = null,
  children,
}: {
  name: string
  otherwise?: ReactNode
  children: ReactNode
}): ReactNode => {
  const on = useFlag(name)
  if (on === undefined) return null
  return on ? children : otherwise
}
