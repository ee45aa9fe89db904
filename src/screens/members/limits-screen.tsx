import { Page } from '../../ui/page.tsx'
import { CreditCaps } from './credit-caps.tsx'

export const LimitsScreen = () => (
  <Page
    title="Roles and limits"
    lead="What each person can do, and how many credits they can spend."
  >
    <dl className="mb-6 grid gap-x-8 gap-y-3 rounded-md bg-sunken p-4 text-14 sm:grid-cols-2">
      {roles.map(({ name, does }) => (
        <div key={name}>
          <dt className="font-medium">{name}</dt>
          <dd className="text-ink-soft">{does}</dd>
        </div>
      ))}
    </dl>
    <CreditCaps />
  </Page>
)

const roles = [
  {
    name: 'Admin',
    does: 'Invites people, sets limits, and manages the plan, privacy rules and shared work.',
  },
  {
    name: 'Standard',
    does: 'Searches, keeps lists and visits, and spends credits within their limit.',
  },
]
