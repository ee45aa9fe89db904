import type { JWK } from 'jose'
import type { DatabaseLocation } from '../../../server/platform/db/db.ts'

/** Seeded bugs that the judge must notice. */
export type Mutant = 'no-idempotency' | 'no-transaction' | 'no-error-listener'

export type Orders = {
  database: DatabaseLocation
  data: string
  jwk: JWK
  mutant: Mutant | null
}

/** The last has few credits, so some of its requests run short. */
export const organisations = ['org_one', 'org_two', 'org_three'].map((id, index) => ({
  id,
  name: id,
  country: 'AU' as const,
  website: `https://${id.replace('_', '-')}.example`,
  credits: index === 2 ? 300 : 1_000_000,
}))
