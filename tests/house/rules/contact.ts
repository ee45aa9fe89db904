import { isCode, type Rule } from '../project.ts'

/**
 * They read with the rights of the database's owner: jobs of the market, and imports, which recognise people by their email. Code that answers a member reads as the application role
 * (decision 029).
 */
const readers = new Set([
  'server/importers/people-index.ts',
  'server/records/store.ts',
  'server/uploads/lookups.ts',
  'server/person-removal/person.ts',
  'server/person-removal/in-organisation.ts',
  'server/signals/resolve-entities.ts',
  'demo/tick-market.ts',
])

/** So that each can be reviewed. */
export const contactHasFewReaders: Rule = (files) =>
  [...files].flatMap(([path, source]) =>
    isCode(path) &&
    /^(?:demo|server\/(?!migrations\/))/.test(path) &&
    !readers.has(path) &&
    (readsColumn(source) || /\bpeopleByIds\(/.test(source))
      ? [
          `${path}: reads person.contact: read unlocked_contact as the application role, or name the file in tests/house/rules/contact.ts and say why`,
        ]
      : [],
  )

/** Matches the column in a query about people that uses none of the fenced views. */
const readsColumn = (source: string): boolean =>
  queries(source).some(
    (query) => /\bperson\b/.test(query) && /\bcontact\b/.test(query) && !fenced.test(query),
  ) || /selectFrom\('person'\)(?:(?!execute)[\s\S])*?(?:selectAll\(|'contact')/.test(source)

const fenced = /\b(?:unlocked_contact|reserved_contact)\b/

const queries = (source: string): string[] =>
  source.match(/sql(?:<[^`]*?>)?`(?:[^`$]|\$(?!\{)|\$\{[^}]*\})*`/g) ?? []
