import { nameKeysIn, type CompanyNames } from '../../server/prompt-search/company-names.ts'
import { nameKey } from '../../server/entity-matching/name-keys.ts'

/** Names of the corpora, and others that prompts may seem to say: 'builders in Perth' is not Perth Builders. */
const names = `Ironbark Ranges Resources|Harbourline Logistics|Redgum Dental Group|Banksia Civil|Wattle Street Capital
Coolibah Foods|Kowhai Orchards|Perth Builders|Sydney Accounting|Cleaning Companies|Mining Services|Hiring Now|The Builders
Melbourne Plumbers|Data Engineers|Family Law|Property Managers|Law Firms|Security Firms|Marketing Managers|Xero|Canva`

const byKey = new Map(
  names.split(/[|\n]/).map((name, index) => {
    const id = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
    return [nameKey(name), { id, name }] as const
  }),
)
const nameById = new Map([...byKey.values()].map(({ id, name }) => [id, name]))

export const companiesOf = (prompt: string): CompanyNames =>
  new Map(
    nameKeysIn(prompt).flatMap((key) => {
      const company = byKey.get(key)
      return company ? [[key, [company.id]] as const] : []
    }),
  )

export const companyName = (id: string): string | undefined => nameById.get(id)
