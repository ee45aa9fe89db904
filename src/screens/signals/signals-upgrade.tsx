import { PlanLacks } from '../../shared/members/plan-lacks.tsx'

/** Shown without a flag for signals (spec 6, product 2.7). */
export const SignalsUpgrade = () => (
  <PlanLacks what="Signals" verb="aren’t">
    See who’s hiring, growing, moving or changing jobs, so you know who to call today.
  </PlanLacks>
)
