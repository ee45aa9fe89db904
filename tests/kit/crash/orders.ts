import type { JWK } from 'jose'
import type { DatabasePlace } from '../../../server/platform/db/db.ts'

/** Bugs a server may be given, so that the judge can be seen to notice them: answers are not stored, nothing is in one transaction, or a connection that ends has no error listener. */
export type Mutant = 'no-idempotency' | 'no-transaction' | 'no-error-listener'

/** What a server process of the crash test is told on its command line. */
export type Orders = {
  place: DatabasePlace
  /** The data folder: files that were asked for. */
  data: string
  /** What session tokens are checked with. */
  jwk: JWK
  mutant: Mutant | null
}

/** The organisations that ask; the last one has few credits, so that some requests are short of them. */
export const organisations = ['org_one', 'org_two', 'org_three'].map((id, index) => ({
  id,
  name: id,
  country: 'AU' as const,
  website: `https://${id.replace('_', '-')}.example`,
  credits: index === 2 ? 300 : 1_000_000,
}))
