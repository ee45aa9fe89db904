import type { Transaction } from 'kysely'
import type { Company } from '../../contract/records/records.ts'
import type { Tables } from '../platform/db/tables.ts'
import { companiesByIds, findCandidates } from '../records/store.ts'
import type { Parentage, Row } from './importer.ts'
import { outranks, type Attribution } from './merge.ts'

export type ParentageRow = Extract<Row, { parentage: Parentage }>

export type ParentagePlan = {
  outcomes: ('changed' | 'same' | { skipped: string })[]
  changed: Company[]
}

/** Between known companies only; writes nothing. */
export const planParentages = async (
  trx: Transaction<Tables>,
  rows: readonly ParentageRow[],
  attribution: Attribution,
): Promise<ParentagePlan> => {
  const leis = rows.flatMap(({ parentage: { child, parent } }) => [child, parent])
  const found = await findCandidates(trx, { lei: [...new Set(leis)] })
  const ids = new Map(found.flatMap(({ lei, id }) => (lei === null ? [] : [[lei, id]])))
  const children = rows.flatMap(({ parentage: { child } }) => ids.get(child) ?? [])
  const companies = new Map(
    (await companiesByIds(trx, [...new Set(children)])).map((company) => [company.id, company]),
  )
  const changed = new Map<string, Company>()
  const outcomes = rows.map(({ parentage }): ParentagePlan['outcomes'][number] => {
    const company = companies.get(ids.get(parentage.child) ?? '')
    if (company === undefined) return { skipped: 'company not known' }
    const parentId = ids.get(parentage.parent)
    if (parentId === undefined) return { skipped: 'parent not known' }
    const next = merged(company, parentage, parentId, attribution)
    if (next === company) return 'same'
    companies.set(next.id, next)
    changed.set(next.id, next)
    return 'changed'
  })
  return { outcomes, changed: [...changed.values()] }
}

/** The same object without changes. */
const merged = (
  company: Company,
  { field, ended }: Parentage,
  parentId: string,
  attribution: Attribution,
): Company => {
  const known = company[field]
  if (ended ? known !== parentId : known === parentId || parentId === company.id) return company
  const { source, seenAt, trust } = attribution
  if (!outranks(company.provenance[field], attribution, trust.base)) return company
  const { [field]: _, ...rest } = company
  return {
    ...rest,
    ...(!ended && { [field]: parentId }),
    provenance: {
      ...company.provenance,
      [field]: { source, seen_at: seenAt, confidence: trust.base },
    },
  }
}
