import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { log } from '../lib/log.ts'
import { startAnalytics, withAnalytics } from '../lib/telemetry.ts'
import { useApi } from '../lib/use-api.ts'
import { useIdentity } from '../session/use-identity.ts'
import { Feature } from '../shared/members/features.ts'
import { configsQuery } from '../shared/queries.ts'
import { openWorkspaceTours } from './workspace-tours.ts'

/** The services around the product, each where its flag is on (spec 6). */
export const Services = () => (
  <>
    <Feature name="analytics">
      <Measured />
    </Feature>
    <Feature name="product-tours">
      <ProductTours />
    </Feature>
  </>
)

const Measured = () => {
  const configs = useQuery(configsQuery(useApi())).data
  const { userId, orgId } = useIdentity()
  const [path] = useLocation()
  const wanted = configs?.posthog === true
  useEffect(
    () =>
      wanted && userId !== null && orgId !== null ? startAnalytics({ userId, orgId }) : undefined,
    [wanted, userId, orgId],
  )
  useEffect(
    () => void withAnalytics((analytics) => analytics.page(path)),
    [wanted, userId, orgId, path],
  )
  return null
}

/** Spec 8: without a workspace code there is nothing to show, and the console says so. */
const ProductTours = () => {
  const configs = useQuery(configsQuery(useApi())).data
  // Without Product Fruits only our own tours are there.
  const code = configs?.product_fruits === true ? configs.product_fruits_workspace_code : undefined
  const { userId, role } = useIdentity()
  useEffect(() => {
    if (code === null) log.warn('Workspace code is not defined.')
    else if (code !== undefined && userId !== null && role !== null)
      openWorkspaceTours(code, { userId, role })
  }, [code, userId, role])
  return null
}
