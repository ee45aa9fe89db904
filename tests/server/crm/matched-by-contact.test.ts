import { expect, it } from 'vitest'
import type { Subject } from '../../../server/crm/facts.ts'
import { matchedByContact } from '../../../server/crm/known.ts'
import { matchAll, type FoundRecord, type Known } from '../../../server/crm/match.ts'

const email = 'jane@harbour.example'
const page = 'linkedin.com/in/jane'
const jane: Subject = {
  recordId: 'jane',
  name: 'Jane Quill',
  facts: { name: 'Jane Quill', work_email: email },
  keys: [
    { kind: 'email', value: email },
    { kind: 'linkedin', value: page },
  ],
  isListed: false,
  company: null,
}
const contact = (id: string): FoundRecord => ({
  object: 'contact',
  id,
  name: id,
  url: `https://crm.example/${id}`,
  keys: [],
})

it.each([
  ['none', {}, false],
  ['one of her email', { [`email:${email}`]: ['a'] }, true],
  ['two of her email', { [`email:${email}`]: ['a', 'b'] }, true],
  ['one of her profile', { [`linkedin:${page}`]: ['c'] }, false],
  ['two of her profile', { [`linkedin:${page}`]: ['c', 'd'] }, false],
  [
    'one of her email and another of her profile',
    { [`email:${email}`]: ['a'], [`linkedin:${page}`]: ['c'] },
    true,
  ],
  [
    'the same of her email and her profile',
    { [`email:${email}`]: ['c'], [`linkedin:${page}`]: ['c'] },
    false,
  ],
] as const)(
  'say whether contact details decided the match of a person with %s in the CRM',
  (_, found, isPaid) => {
    const known: Known = {
      links: new Map(),
      found: new Map(Object.entries(found).map(([key, ids]) => [key, ids.map(contact)])),
      linkedTo: new Map(),
      claimed: new Map(),
      decisions: {},
    }
    const matches = matchAll([jane], known, 'CRM')
    expect(matchedByContact([jane], matches, known, 'CRM').has('jane')).toBe(isPaid)
  },
)
