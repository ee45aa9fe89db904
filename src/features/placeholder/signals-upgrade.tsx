import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useIdentity } from '../../identity/use-identity.ts'
import { askAdmins } from '../../lib/admins.ts'
import { Feature } from '../../lib/features.ts'
import { customerInfoQuery } from '../../lib/queries.ts'
import { useApi } from '../../lib/use-api.ts'
import { Icon } from '../../ui/icon.tsx'

/** With neither flag of signals: the plan does not include them, and whom to ask (spec 6, product 2.7). */
export const SignalsUpgrade = () => (
  <Without flag="signal-targeting">
    <Without flag="signal-intent">
      <UpgradeCard />
    </Without>
  </Without>
)

const Without = ({ flag, children }: { flag: string; children: ReactNode }) => (
  <Feature name={flag} otherwise={children}>
    {null}
  </Feature>
)

const UpgradeCard = () => {
  const { orgName, role } = useIdentity()
  const members = useQuery(customerInfoQuery(useApi())).data?.members
  return (
    <section
      aria-labelledby="upgrade"
      className="flex gap-3.5 rounded-md border border-line bg-card p-5"
    >
      <Icon name="lock" className="mt-0.5 shrink-0 text-ink-faint" />
      <div className="min-w-0">
        <h2 id="upgrade" className="font-semibold wrap-anywhere">
          Not part of the plan of {orgName ?? 'your company'}
        </h2>
        <p className="mt-0.5 max-w-text text-14 text-ink-soft">
          Once signals are here, a plan that includes them opens them.{' '}
          {role === 'admin'
            ? 'Plans cannot be changed in the app yet: our sales people do it for you.'
            : askAdmins(members, orgName)}
        </p>
      </div>
    </section>
  )
}
