import type { Integration } from '../../../contract/money/crm.ts'
import { formatCount } from '../../lib/format.ts'

export type State = { label: string; tone: 'plain' | 'accent' | 'warn' }

/** Spec 4: idle, installed and success in words. */
export const describeState = ({ isSetUp, state, connection }: Integration): State => {
  if (connection === null) return { label: isSetUp ? 'Not connected' : 'Not set up', tone: 'plain' }
  const { isWorking, problem, missingScopes } = connection
  if (!isWorking || problem !== null || missingScopes.length > 0)
    return { label: 'Needs attention', tone: 'warn' }
  return { label: state === 'success' ? 'Connected' : 'Ready to push', tone: 'accent' }
}

/** What can go into a CRM. */
export const describeAbilities = ({ people }: Integration): string => {
  const asPeople = people.length === 0 ? 'people' : people.map((kind) => `${kind}s`).join(' or ')
  return `Push companies and ${asPeople}. Notes and visits become activities.`
}

/** What the plan includes. */
export const describeIncluded = (included: number | null, connected: number): string => {
  if (included === null) return 'Your plan includes every CRM.'
  if (included === 0) return 'Your plan doesn’t include CRMs.'
  return `Your plan includes ${formatCount(included, 'CRM', 'CRMs')}, and ${
    connected === 0 ? 'none is' : connected === 1 ? '1 is' : `${connected} are`
  } connected.`
}

/** Why the plan does not allow one more; undefined if it does. */
export const whyNotAnother = (included: number | null, connected: number): string | undefined => {
  if (included === null || connected < included) return undefined
  return included === 0
    ? 'Your plan doesn’t include CRMs'
    : `Your plan includes ${formatCount(included, 'CRM', 'CRMs')}. Disconnect one, or choose a bigger plan`
}
