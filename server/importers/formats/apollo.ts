import type { Importer } from '../importer.ts'
import { delimiterOf } from '../delimited.ts'
import { personFields } from '../person-mapping.ts'
import { headerOf, openPeople } from './people-csv.ts'

/** By headings that no other vendor has; users add and drop the others. */
const isApollo = (header: readonly string[]): boolean =>
  header.includes('Apollo Contact Id') ||
  (header.includes('Person Linkedin Url') && header.includes('Email Status'))

/** Numbers have an apostrophe before the plus, and a contact that must not be called says so. */
export const apollo: Importer = {
  id: 'apollo',
  label: 'Export of contacts from Apollo (CSV)',
  people: true,
  licence: 'Terms of Apollo: check that you may store its contacts here.',
  about: 'People with job, employer, email status and numbers. Do Not Call is followed.',
  fields: personFields,
  sniff: ({ text }) =>
    isApollo(headerOf(text, delimiterOf(text)))
      ? undefined
      : 'The file is not an export of Apollo: it has no column “Apollo Contact Id”.',
  open: (head, options) =>
    openPeople(head, options, { source: 'Apollo', seenAt: head.modified, trust: 0.6 }),
}
