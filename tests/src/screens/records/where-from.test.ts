import { describe, expect, it } from 'vitest'
import { whereFrom, whereFromText } from '../../../../src/screens/records/where-from.ts'
import { aPerson } from '../../../kit/fixtures/records.ts'

const person = aPerson(1, {
  mobile: {
    value: '+61 491 570 006',
    masked: '+61 4•• ••• ••6',
    type: 'mobile',
    dnc: { listed: 'unknown' },
  },
})
const now = new Date(2026, 2, 3, 9).getTime()
const at = new Date(2026, 1, 2, 9).toISOString()
const usedBy = (by: string | null) => ({
  revealed: { at, by },
  requests: [
    { at, by, name: 'Perth builders', type: 'DOWNLOAD' },
    { at, by, name: 'Perth builders', type: 'acme' },
  ],
})

describe('where a person’s details come from', () => {
  it('names the source and the day of every known detail, contact details first', () => {
    const subject = {
      ...person,
      provenance: {
        '*': { source: 'Own table', seen_at: '2026-01-05', confidence: 0.6 },
        mobile: { source: 'Business card', seen_at: '2026-02-20', confidence: 0.9 },
      },
    }
    const lines = whereFrom(subject, 'loading', now)[0]?.lines ?? []
    expect(lines[0]).toBe('Mobile: Business card, 20 Feb 2026')
    expect(lines).toContain('Position: Own table, 5 Jan 2026')
  })

  it('says who used them, or that no one has, or that this is unknown offline', () => {
    const usesIn = (...given: Parameters<typeof whereFrom>) => whereFrom(...given)[1]?.lines
    expect(usesIn(person, usedBy('Alex Example'), now)).toEqual([
      'Revealed on 2 Feb 2026 by Alex Example',
      'Downloaded on 2 Feb 2026 by Alex Example: Perth builders',
      'Pushed to a CRM on 2 Feb 2026 by Alex Example: Perth builders',
    ])
    expect(usesIn(person, usedBy(null), now)?.[0]).toBe('Revealed on 2 Feb 2026 by a colleague')
    expect(usesIn(person, { revealed: null, requests: [] }, now)).toEqual([
      'No one has revealed, downloaded or pushed them.',
    ])
    expect(usesIn(person, 'unavailable', now)).toEqual(['You need a connection to see this.'])
  })

  it('is saved as text with the person’s name and the day, and without a contact detail', () => {
    const parts = whereFrom(person, usedBy('Alex Example'), now)
    const text = whereFromText(person.name, parts, now)
    expect(text).toMatch(/^Where Fieldbook got the details of .+\nAs of 3 Mar 2026\n/)
    for (const { title } of parts) expect(text).toContain(`\n${title}\n`)
    expect(text).not.toMatch(/@|\d{4} \d{3}/)
  })
})
