import { useIdentity } from '../../session/use-identity.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useCrmConnection, type CrmConnection } from './connection.ts'

export const CrmCard = () => {
  const { orgName } = useIdentity()
  const { state, retry } = useCrmConnection()
  const { label, tone, says } = states[state]
  return (
    <Card>
      <section aria-labelledby="crm" className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <div className="min-w-0 flex-1 basis-72">
            <h2 id="crm" className="text-14 font-medium">
              CRM
            </h2>
            <p className="text-13 wrap-anywhere text-ink-faint">
              {says(orgName ?? 'your company')}
            </p>
          </div>
          <div className="flex items-center gap-3">
            <span role="status">
              <Badge tone={tone}>{label}</Badge>
            </span>
            {state === 'unauthenticated' && <Button onClick={retry}>Try again</Button>}
          </div>
        </div>
        <p className="flex gap-2.5 rounded-sm bg-sunken p-3 text-14 text-ink-soft">
          <Icon name="exchange" size={18} className="mt-px shrink-0 text-ink-faint" />
          <span>CRM connections are coming soon.</span>
        </p>
      </section>
    </Card>
  )
}

const states: Record<
  CrmConnection,
  { label: string; tone: 'plain' | 'accent' | 'warn'; says: (company: string) => string }
> = {
  loading: {
    label: 'Connecting',
    tone: 'plain',
    says: (company) => `Signing you in to ${company}’s CRM integration.`,
  },
  authenticated: {
    label: 'Signed in',
    tone: 'accent',
    says: (company) => `You’re signed in to ${company}’s CRM integration.`,
  },
  unauthenticated: {
    label: 'Not signed in',
    tone: 'warn',
    says: (company) => `We couldn’t sign you in to ${company}’s CRM integration.`,
  },
}
