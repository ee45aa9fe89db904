import { isLei } from '../../entity-matching/checksums.ts'
import type { Importer, RowContent } from '../importer.ts'
import { tableHead } from '../sniff.ts'
import { headedRows, missingHeading, type Said } from './headed-rows.ts'

const needed = [
  'Relationship.StartNode.NodeID',
  'Relationship.EndNode.NodeID',
  'Relationship.RelationshipType',
  'Relationship.RelationshipStatus',
]

/** The golden copy, level 2 (parents) as CSV. A missing row does not mean that a company has no parent. */
export const gleifParents: Importer = {
  id: 'gleif-parents',
  label: 'GLEIF golden copy, level 2: relationships (CSV)',
  licence: 'Creative Commons Zero (CC0 1.0), GLEIF',
  about:
    'Parents and ultimate parents of companies that are known by their LEI. Import level 1 first.',
  sniff: ({ text }) => {
    const missing = missingHeading(tableHead(text, ',', 1)[0] ?? [], needed)
    return missing === undefined
      ? undefined
      : `The file is not GLEIF's golden copy (level 2, CSV): it has no column '${missing}'.`
  },
  open: ({ text, name, modified }) => {
    const [header = []] = tableHead(text, ',', 1)
    const [, year, month, day] = /^(20\d\d)(\d\d)(\d\d)-/.exec(name) ?? []
    return {
      source: 'GLEIF',
      seenAt: year === undefined ? modified : [year, month, day].join('-'),
      trust: { base: 0.9 },
      official: true,
      columns: header,
      headings: 1,
      delimiter: ',',
      notes: [],
      rows: (bytes) => headedRows(bytes, { header, headings: 1, delimiter: ',' }, read),
    }
  },
}

const fields = new Map([
  ['IS_DIRECTLY_CONSOLIDATED_BY', 'parent_id'],
  ['IS_INTERNATIONAL_BRANCH_OF', 'parent_id'],
  ['IS_ULTIMATELY_CONSOLIDATED_BY', 'ultimate_parent_id'],
] as const)

/** The start of a relationship is the child. */
const read = (said: Said): RowContent => {
  const type = said('Relationship.RelationshipType') ?? ''
  const field = [...fields].find(([known]) => known === type)?.[1]
  if (field === undefined) return { skipped: `not a parent: ${type}` }
  const child = said('Relationship.StartNode.NodeID') ?? ''
  const parent = said('Relationship.EndNode.NodeID') ?? ''
  const wrong = [child, parent].find((lei) => !isLei(lei))
  if (wrong !== undefined) return { rejected: `'${wrong}' is no LEI: its check digits are wrong` }
  const state = said('Registration.RegistrationStatus')
  if (state !== undefined && state !== 'PUBLISHED' && state !== 'LAPSED')
    return { skipped: `not published: ${state}` }
  const status = said('Relationship.RelationshipStatus')
  // The file has the text NULL, which is read as blank.
  if (status === undefined) return { skipped: 'without a status' }
  return { parentage: { child, parent, field, ended: status !== 'ACTIVE' } }
}
