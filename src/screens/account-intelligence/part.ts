import type { AccountIntelligence } from '../../../contract/org/account-intelligence.ts'

export type Part = {
  config: AccountIntelligence
  set: (change: Partial<AccountIntelligence>) => void
}
