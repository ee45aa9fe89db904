import type { ReactNode } from 'react'
import { PlanLacks } from '../../shared/members/plan-lacks.tsx'
import { usePlanLimits } from '../../shared/plan-limits.ts'

/** Its children, or what the plan lacks. */
export const WithDataExchange = ({ children }: { children: ReactNode }) =>
  usePlanLimits()?.dataExchange === false ? (
    <PlanLacks what="Data exchange">
      Upload your own list and we’ll match it to our records and fill the gaps.
    </PlanLacks>
  ) : (
    children
  )
