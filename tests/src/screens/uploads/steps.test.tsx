import { act, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Preview, Upload, UploadRow } from '../../../../contract/money/uploads.ts'
import { links } from '../../../../contract/links.ts'
import { stepLink, type Step } from '../../../../src/screens/uploads/steps.tsx'
import { UploadScreen } from '../../../../src/screens/uploads/upload-screen.tsx'
import { session } from '../../../../src/session/session.ts'
import { Unreachable } from '../../../../src/lib/api-errors.ts'
import { connectivity } from '../../../../src/lib/connectivity.ts'
import { alex } from '../../../kit/session/people.ts'
import { anInfo } from '../../../kit/screens/members.ts'
import { fakeApi, show, type FakeCalls } from '../../../kit/screens/screen.tsx'
import { aMetadata, anUpload, aProblem, cachesInMemory, id } from '../../../kit/screens/uploads.ts'
import { recordId } from '../../../kit/fixtures/records.ts'

const unknown = session.current()
beforeEach(() => {
  act(() => session.update({ identity: alex }))
  vi.stubGlobal('caches', cachesInMemory())
})
afterEach(() => {
  vi.unstubAllGlobals()
  connectivity.online = true
  act(() => session.update(unknown))
})

const aPreview = (given: Partial<Preview> = {}): Preview => ({
  format: 'csv',
  encoding: 'windows-1252',
  delimiter: ';',
  sheet: null,
  headerRow: 3,
  rows: 1_000,
  category: 'company',
  columns: [
    { header: 'Firm', examples: ['Kauri Joinery', 'Tui Tiles'], field: 'name', because: 'heading' },
    { header: 'Web', examples: ['kauri.example'], field: 'website', because: 'remembered' },
    { header: 'Notes', examples: [], field: null, because: null },
  ],
  firstRows: [['Kauri Joinery', 'kauri.example', 'met at the fair']],
  ...given,
})

const aRow = (row: number, given: Partial<UploadRow> = {}): UploadRow => ({
  row,
  cells: [`Firm ${row}`, `firm${row}.example`, 'a note'],
  state: 'review',
  recordId: recordId(row),
  name: `Company ${row} Pty Ltd`,
  score: 71,
  reason: 'name is alike',
  decided: false,
  candidates: [
    {
      recordId: recordId(row),
      name: `Company ${row} Pty Ltd`,
      detail: 'Perth WA',
      score: 71,
      reason: 'name is alike',
    },
    {
      recordId: recordId(500 + row),
      name: `Company ${row} Trust`,
      detail: 'Hobart TAS',
      score: 64,
      reason: 'name is alike',
    },
  ],
  ...given,
})

const open = (upload: Upload, step: Step | null, calls: FakeCalls = {}) =>
  show(
    <UploadScreen />,
    fakeApi({
      upload: () => Promise.resolve(upload),
      uploadPreview: () => Promise.resolve(aPreview()),
      customerMetadata: () => Promise.resolve(aMetadata()),
      customerInfo: () => Promise.resolve(anInfo([])),
      ...calls,
    }),
    step === null ? links.uploadOf(id) : stepLink(id, step),
  )

describe('the columns step', () => {
  const whole = anUpload({ state: 'UPLOADED', columns: null })

  it('shows the detected format, and why each column was mapped', async () => {
    open(whole, null)
    await screen.findByText('CSV · Windows Latin · semicolon-separated · 1,000 rows')
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Header row' }).value).toBe('3')
    expect(screen.getByText('Remembered from last time')).toBeDefined()
    expect(screen.getByText('Matched by heading')).toBeDefined()
    expect(screen.getByText('Kauri Joinery · Tui Tiles')).toBeDefined()
    expect(screen.getByText(/Map at least one: name, ABN/)).toBeDefined()
    const rows = screen.getByRole('region', { name: 'First rows of the file' })
    expect(within(rows).getByText('met at the fair')).toBeDefined()
  })

  it('sends changed mappings before matching, each field used once', async () => {
    const requests: unknown[] = []
    open(whole, null, {
      mapUpload: (input) => {
        requests.push(input)
        return Promise.resolve(anUpload({ state: 'MAPPED' }))
      },
      matchUpload: (input) => {
        requests.push(input)
        return Promise.resolve(anUpload({ state: 'MATCHING', done: 0 }))
      },
    })
    const notes = await screen.findByRole('combobox', { name: 'Field for Notes' })
    await userEvent.selectOptions(notes, 'Company name, instead of “Firm”')
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Field for Firm' }).value).toBe(
      '',
    )
    await userEvent.click(screen.getByRole('button', { name: 'Match 1,000 rows' }))
    await screen.findByText('Matching your rows')
    expect(requests).toEqual([
      { id, category: 'company', columns: [null, 'website', 'name'], headerRow: 3 },
      { id },
    ])
  })

  it('refuses an insufficient mapping before sending, with what is missing', async () => {
    open(whole, null)
    await userEvent.selectOptions(
      await screen.findByRole('combobox', { name: 'Field for Firm' }),
      'Keep, don’t match',
    )
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Field for Web' }), 'Phone')
    expect(screen.getByRole('status', { name: '' }).ownerDocument.body.textContent).toMatch(
      /No column identifies the company yet/,
    )
    expect(
      screen.getByRole('button', { name: 'Match 1,000 rows' }).getAttribute('aria-disabled'),
    ).toBe('true')
  })

  it('previews the file again when the user says that rows are people', async () => {
    open(whole, null, {
      uploadPreview: ({ category }) =>
        Promise.resolve(
          category === 'people'
            ? aPreview({
                category: 'people',
                columns: [
                  {
                    header: 'Who',
                    examples: ['Kim Wattle'],
                    field: 'full_name',
                    because: 'values',
                  },
                ],
                firstRows: [['Kim Wattle']],
              })
            : aPreview(),
        ),
    })
    await userEvent.click(await screen.findByRole('radio', { name: 'A person' }))
    expect(
      (await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Field for Who' })).value,
    ).toBe('full_name')
    expect(document.body.textContent).toMatch(/A name alone matches too many people/)
  })

  it('previews the file again when the user moves or removes the header row', async () => {
    const requests: unknown[] = []
    open(whole, null, {
      uploadPreview: ({ headerRow = 3 }) => {
        requests.push(headerRow)
        const header = headerRow === null ? '' : `Title ${headerRow}`
        return Promise.resolve(
          aPreview({
            headerRow,
            columns: [{ header, examples: ['Kauri Joinery'], field: 'name', because: 'values' }],
          }),
        )
      },
    })
    await userEvent.selectOptions(
      await screen.findByRole('combobox', { name: 'Header row' }),
      'Row 5',
    )
    await screen.findByRole('combobox', { name: 'Field for Title 5' })
    await userEvent.selectOptions(
      screen.getByRole('combobox', { name: 'Header row' }),
      'No header row',
    )
    await screen.findByRole('combobox', { name: 'Field for Column 1' })
    expect(requests).toEqual([3, 5, null])
  })

  it('names the columns that the server refuses, with its reason', async () => {
    open(whole, null, {
      mapUpload: () =>
        Promise.reject(
          aProblem('invalid-input', {
            errors: [{ pointer: '/columns/1', code: 'twice', detail: 'It is no website.' }],
          }),
        ),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Match 1,000 rows' }))
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Not matched. Column “Web”: It is no website.',
    )
  })

  it('says where an unreadable file is broken', async () => {
    open(whole, null, {
      uploadPreview: () =>
        Promise.reject(
          aProblem('invalid-input', { detail: 'Row 17 opens a quotation mark that never closes.' }),
        ),
    })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toMatch(/We can’t read this file.*Row 17 opens a quotation mark/)
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })
})

describe('the steps of a file', () => {
  const steps = () =>
    within(screen.getByRole('navigation', { name: 'Steps' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)

  it.each([
    [90, 'Review: 90 to review'],
    [0, 'Review, done'],
  ])('say what is left: %s rows to review', async (review, expected) => {
    open(
      anUpload({
        state: 'DONE',
        counts: { accepted: 812, review, unmatched: 98, duplicates: 0 },
      }),
      'match',
      { uploadRows: () => Promise.resolve({ total: 0, rows: [], next: null }) },
    )
    await screen.findByRole('tab', { name: /^Matched/ })
    expect(steps()[3]).toContain(expected)
    expect(steps().filter((step) => step?.endsWith(', done'))).toHaveLength(review === 0 ? 5 : 4)
  })
})

describe('the matching step', () => {
  it('shows progress on every visit, and turns into the result', async () => {
    let looks = 0
    open(anUpload({ state: 'MATCHING' }), null, {
      upload: () => {
        looks += 1
        return Promise.resolve(
          looks < 3
            ? anUpload({
                state: 'MATCHING',
                done: looks * 400,
                counts: { accepted: looks * 300, review: 0, unmatched: looks * 100, duplicates: 0 },
              })
            : anUpload(),
        )
      },
      uploadRows: () => Promise.resolve({ total: 0, rows: [], next: null }),
    })
    const bar = await screen.findByRole('progressbar', { name: 'Rows of leads.csv matched' })
    expect(bar.getAttribute('aria-valuenow')).toBe('400')
    await screen.findByRole('link', { name: 'Review 90' })
    const figures = document.querySelector('dl')?.textContent ?? ''
    expect(figures).toMatch(/matched81%812.*to review9%90.*unmatched10%98/)
    expect(document.body.textContent).toMatch(/14 matched rows are duplicates/)
  })
})

describe('a file that was matched as the wrong kind', () => {
  const names = Array.from({ length: 12 }, (_, row) => [row === 0 ? '' : `Firm ${row}`, ''])
  const asPeople = anUpload({
    category: 'people',
    rows: 12,
    counts: { accepted: 1, review: 0, unmatched: 11, duplicates: 0 },
  })
  const calls: FakeCalls = {
    uploadRows: () => Promise.resolve({ total: 0, rows: [], next: null }),
    uploadPreview: ({ category = 'people' }) =>
      Promise.resolve(aPreview({ category, rows: 12, firstRows: names })),
  }

  it('is matched as the other kind by one button, which says why', async () => {
    const requests: unknown[] = []
    open(asPeople, 'match', {
      ...calls,
      mapUpload: (input) => {
        requests.push(input)
        return Promise.resolve(anUpload({ state: 'MAPPED' }))
      },
      matchUpload: () => Promise.resolve(anUpload({ state: 'MATCHING', done: 0 })),
    })
    await screen.findByText('Most rows have no match. 11 of 12 rows have a company name.')
    await userEvent.click(screen.getByRole('button', { name: 'Match companies instead' }))
    await screen.findByText('Matching your rows')
    expect(requests).toEqual([
      { id, category: 'company', columns: ['name', 'website', null], headerRow: 3 },
    ])
  })

  it('is not offered where most rows matched', async () => {
    const counts = { accepted: 11, review: 0, unmatched: 1, duplicates: 0 }
    open({ ...asPeople, counts }, 'match', calls)
    await screen.findByText('No matched rows yet.')
    expect(screen.queryByRole('button', { name: 'Match companies instead' })).toBeNull()
  })
})

describe('the matched rows', () => {
  it('show the confidence and reason of each row, and can be decided again', async () => {
    const requests: unknown[] = []
    const acceptedRow = aRow(4, { state: 'accepted', score: 97, reason: 'domain and name agree' })
    open(anUpload(), 'match', {
      uploadRows: ({ state }) =>
        Promise.resolve(
          state === 'accepted'
            ? { total: 812, rows: [acceptedRow], next: null }
            : { total: 0, rows: [], next: null },
        ),
      decideRows: (input) => {
        requests.push(input.decisions)
        return Promise.resolve(anUpload())
      },
    })
    const link = await screen.findByRole('link', { name: 'Company 4 Pty Ltd' })
    expect(link.getAttribute('href')).toBe(links.company(recordId(4)))
    expect(screen.getByText('97')).toBeDefined()
    expect(screen.getByText('domain and name agree')).toBeDefined()
    expect(screen.getByText(/1–25 of 812/)).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Details of Firm 4' }))
    await userEvent.click(screen.getByRole('radio', { name: /Company 4 Trust/ }))
    await userEvent.click(screen.getByRole('button', { name: 'Accept' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Details of Firm 4' }))
    await userEvent.click(screen.getByRole('button', { name: 'Not a match' }))
    expect(requests).toEqual([
      [{ row: 4, decision: 'accept', recordId: recordId(504) }],
      [{ row: 4, decision: 'reject' }],
    ])
  })

  it('fill a page that comes in several answers', async () => {
    const state = 'accepted' as const
    open(anUpload(), 'match', {
      uploadRows: ({ from = 0, size = 25 }) => {
        const rows = Array.from({ length: Math.min(size, 10) }, (_, at) =>
          aRow(from + at + 1, { state }),
        )
        return Promise.resolve({ total: 812, rows, next: from + rows.length })
      },
    })
    await screen.findByRole('link', { name: 'Company 25 Pty Ltd' })
    const names = screen.getAllByRole('link', { name: /^Company \d+ Pty Ltd$/ })
    expect(names.map(({ textContent }) => textContent)).toEqual(
      Array.from({ length: 25 }, (_, at) => `Company ${at + 1} Pty Ltd`),
    )
  })
})

describe('the review of uncertain rows', () => {
  const reviewing = (rows: UploadRow[], calls: FakeCalls = {}) => {
    const decided: unknown[] = []
    const left = (): number => rows.filter(({ row }) => !decidedRows.has(row)).length
    const decidedRows = new Set<number>()
    const now = () =>
      anUpload({ counts: { accepted: 812, review: left(), unmatched: 98, duplicates: 0 } })
    open(now(), 'review', {
      upload: () => Promise.resolve(now()),
      uploadRows: ({ from = 0 }) =>
        Promise.resolve({
          total: left(),
          rows: rows.filter(({ row }) => !decidedRows.has(row)).slice(from, from + 2),
          next: null,
        }),
      decideRows: ({ decisions }) => {
        decided.push(...decisions)
        for (const { row } of decisions) decidedRows.add(row)
        return Promise.resolve(now())
      },
      ...calls,
    })
    return decided
  }
  const findRow = (row: number) => screen.findByRole('region', { name: `Row ${row} of your file` })

  it('works by keyboard: choose, accept, not this, next, back', async () => {
    const decided = reviewing([aRow(1), aRow(2), aRow(3), aRow(4)])
    await findRow(1)
    fireEvent.keyDown(document.body, { key: '2' })
    fireEvent.keyDown(document.body, { key: 'a' })
    await findRow(2)
    fireEvent.keyDown(document.body, { key: 'n' })
    await findRow(3)
    fireEvent.keyDown(document.body, { key: 's' })
    await findRow(4)
    fireEvent.keyDown(document.body, { key: 'b' })
    await findRow(3)
    expect(screen.getByText(/You skipped this row/)).toBeDefined()
    fireEvent.keyDown(document.body, { key: 'a' })
    await findRow(4)
    fireEvent.keyDown(document.body, { key: 'a', metaKey: true })
    fireEvent.keyDown(document.body, { key: 'n' })
    await screen.findByText('No rows left to review')
    expect(decided).toEqual([
      { row: 1, decision: 'accept', recordId: recordId(501) },
      { row: 2, decision: 'reject' },
      { row: 3, decision: 'accept', recordId: recordId(3) },
      { row: 4, decision: 'reject' },
    ])
  })

  it('works by tap, and reopens rows left for later', async () => {
    const decided = reviewing([aRow(1), aRow(2), aRow(3)])
    await findRow(1)
    await userEvent.click(screen.getByRole('button', { name: 'Skip' }))
    await findRow(2)
    await userEvent.click(screen.getByRole('button', { name: 'Accept' }))
    await findRow(3)
    await userEvent.click(screen.getByRole('button', { name: 'None of these' }))
    await screen.findByText('1 row skipped')
    await userEvent.click(screen.getByRole('button', { name: 'Review skipped rows' }))
    await findRow(1)
    expect(decided).toEqual([
      { row: 2, decision: 'accept', recordId: recordId(2) },
      { row: 3, decision: 'reject' },
    ])
  })

  it('returns a row whose decision failed, and says why', async () => {
    reviewing([aRow(1), aRow(2)], {
      decideRows: () => Promise.reject(new Unreachable('network')),
    })
    await findRow(1)
    fireEvent.keyDown(document.body, { key: 'a' })
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /We couldn’t save row 1\. We couldn’t reach Fieldbook/,
    )
    await findRow(1)
  })

  it('is disabled offline', async () => {
    const decided = reviewing([aRow(1), aRow(2)])
    await findRow(1)
    act(() => {
      connectivity.online = false
    })
    await screen.findByText(/^You need a connection to review/, { selector: '.max-w-text' })
    fireEvent.keyDown(document.body, { key: 'a' })
    fireEvent.keyDown(document.body, { key: 'n' })
    await findRow(1)
    expect(decided).toEqual([])
  })

  it('accepts many rows above a score at once, after a confirmation', async () => {
    const requests: unknown[] = []
    reviewing([aRow(1), aRow(2)], {
      uploadRows: ({ minScore }) =>
        Promise.resolve({
          total: minScore === undefined ? 70 : minScore === 75 ? 0 : 62,
          rows: [aRow(1), aRow(2)],
          next: null,
        }),
      decideReview: (input) => {
        requests.push(input)
        return Promise.resolve({ upload: anUpload(), decided: 62 })
      },
    })
    await findRow(1)
    await userEvent.click(screen.getByRole('button', { name: 'Accept in bulk' }))
    const dialog = await screen.findByRole('dialog', { name: 'Accept in bulk' })
    await within(dialog).findByRole('option', { name: '75 or higher: 0 rows' })
    await within(dialog).findByRole('button', { name: 'Accept 62 rows' })
    await userEvent.selectOptions(within(dialog).getByRole('combobox'), '75 or higher: 0 rows')
    expect(within(dialog).getByRole('button', { name: /^Accept/ }).textContent).toContain(
      'No rows score 75 or higher',
    )
    await userEvent.selectOptions(within(dialog).getByRole('combobox'), '70 or higher: 62 rows')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Accept 62 rows' }))
    await vi.waitFor(() => expect(requests).toEqual([{ id, decision: 'accept', minScore: 70 }]))
  })
})
