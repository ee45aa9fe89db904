import * as z from 'zod/mini'
import { describe, expect, it } from 'vitest'
import { Entry } from '../../scripts/lib/reliability/entries.ts'
import { reliabilityPage } from '../../scripts/lib/reliability/page.ts'
import { readProject } from './project.ts'

const project = readProject()
const page = project.get('docs/reliability.md') ?? ''
const entries = z.parse(z.array(Entry), JSON.parse(project.get('docs/reliability.json') ?? ''))

describe('docs/reliability.md', () => {
  it('is the output of `npm run reliability -- --render` for docs/reliability.json', () => {
    expect(page).toBe(reliabilityPage(entries))
  })

  it.each(Array.from({ length: 32 }, (_, at) => `I${at + 1}`))('has a section for %s', (id) => {
    expect(page.split('\n').filter((line) => line === `## ${id}`)).toHaveLength(1)
  })

  it('says for each promise: failed, partly run, not run, or why it has no check', () => {
    const entry: Entry = {
      promise: 'I1',
      check: 'sequences',
      file: 'tests/server/x.test.ts',
      volume: 100,
      goal: 5_000,
      seed: 7,
      figures: { lostRows: 0 },
      result: 'passed',
      date: '2026-03-15',
      database: 'PGlite',
    }
    const shown = reliabilityPage([
      entry,
      { ...entry, promise: 'I2', volume: 5_000 },
      { ...entry, promise: 'I3', result: 'failed' },
      {
        ...entry,
        promise: 'I4',
        result: 'not run',
        check: entry.file,
        volume: 0,
        goal: 0,
        date: null,
      },
    ])
    expect(shown).toContain('1 passed in full, 1 passed in part, 1 failed, 1 were not run')
    expect(shown).toContain(
      '- Passed in part: sequences, `tests/server/x.test.ts` (100 of 5,000, seed 7, PGlite, 2026-03-15, lost rows 0)',
    )
    expect(shown).toContain('- **Failed**: sequences,')
    expect(shown).toContain('- Not run: `tests/server/x.test.ts`')
    expect(shown).toMatch(/## I11\n\n.*\n\nHow long an answer takes is not compared/)
  })
})
