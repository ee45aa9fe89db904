import type { JWK } from 'jose'
import type { DatabaseLocation } from '../../../server/platform/db/db.ts'

/**
 * Seeded bugs of a server, to prove that the judge notices them: answers are not stored, nothing is transactional, or a closing
 * connection has no error listener.
 */
export type Mutant = 'no-idempotency' | 'no-transaction' | 'no-error-listener'

/** Arguments of a server process of the crash test. */
export type Orders = {
  database: DatabaseLocation
  /** The data folder with the downloads. */
  data: string
  /** The key that verifies session tokens. */
  jwk: JWK
  mutant: Mutant | null
}

/** The organisations of the clients; the last has few credits, so some of its requests run short. */
export const organisations = ['org_one', 'org_two', 'org_three'].map((id, index) => ({
  id,
  name: id,
  country: 'AU' as const,
  website: `https://${id.replace('_', '-')}.example`,
  credits: index === 2 ? 300 : 1_000_000,
}))
