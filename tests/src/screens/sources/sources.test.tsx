import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Source, SourceRun } from '../../../../contract/org/sources.ts'
import { ApiProblem } from '../../../../src/lib/api-errors.ts'
import { SourcesScreens } from '../../../../src/screens/sources/sources-screens.tsx'
import { session } from '../../../../src/session/session.ts'
import { alex } from '../../../kit/session/people.ts'
import { startRealApp, type RealApp } from '../../../kit/screens/real-app.ts'
import { fakeApi, show, windowOf, type FakeCalls } from '../../../kit/screens/screen.tsx'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const unknown = session.current()
beforeEach(() => act(() => session.update({ identity: alex })))
afterEach(() => act(() => session.update(unknown)))
const user = userEvent.setup()
const patience = { timeout: 20_000 }
const address = '/dashboard/sources'

describe('the sources of the real app', () => {
  let server: RealApp
  beforeAll(async () => {
    server = await startRealApp()
  })
  afterAll(() => server.close())

  it('begin with a file: it is checked, imported on a press, and its figures are listed', async () => {
    windowOf(1440)
    show(<SourcesScreens />, server.api, address)
    await user.click(await screen.findByRole('link', { name: 'Add a source' }))
    await user.type(await screen.findByLabelText('Name'), 'Own list')
    await user.selectOptions(screen.getByLabelText('Format'), 'csv')
    await user.type(screen.getByLabelText('Licence'), 'Our own')
    await user.type(screen.getByLabelText(/Column mapping/), 'no json')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('The mapping file is not JSON.')
    await user.clear(screen.getByLabelText(/Column mapping/))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByRole('heading', { level: 1, name: 'Own list' })

    const content = 'Company name,Website\nBanksia Works,https://banksia-works.example\nbroken\n'
    const file = new File([content], 'own.csv', { lastModified: Date.parse('2026-03-01') })
    await user.upload(screen.getByLabelText('A file for this source'), file)
    await screen.findByRole('heading', { name: 'Checked, not imported yet' }, patience)
    screen.getByText('own.csv, data of 1 Mar 2026')
    screen.getByText('Line 3: it has 1 cells where the heading has 2')
    await user.click(screen.getByRole('button', { name: 'Import' }))
    await screen.findByText('Imported', undefined, patience)
    await screen.findByRole('button', { name: 'Rejected rows' })

    await user.click(screen.getByRole('link', { name: 'Sources' }))
    const row = (await screen.findByRole('rowheader', { name: /Own list/ })).closest('tr')
    const cells = within(row as HTMLElement)
    cells.getByText('Our own · Any CSV or TSV table of companies')
    cells.getByText('Up to date')
    expect(cells.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['2', '1', '0', '1', '1 Mar 2026']),
    )
  })
})

const aRun = (given: Partial<SourceRun> = {}): SourceRun => ({
  id: '0190a0a0-0000-7000-8000-000000000001',
  cause: 'schedule',
  dryRun: false,
  state: 'done',
  fileName: 'company_202603.csv',
  fileSize: null,
  receivedBytes: 0,
  progress: null,
  summary: {
    seenAt: '2026-03-02',
    rows: 4_012_345,
    added: 1204,
    updated: 88,
    unchanged: 4_011_050,
    rejected: 3,
    skipped: {},
    notes: [],
    examples: [],
  },
  reason: null,
  hasRejects: true,
  startedAt: '2026-03-03T01:00:00.000Z',
  finishedAt: '2026-03-03T01:09:00.000Z',
  ...given,
})

const aSource = (given: Partial<Source> = {}): Source => ({
  id: '0190a0a0-0000-7000-8000-00000000000a',
  name: 'ASIC companies',
  format: 'asic',
  kind: 'address',
  location: 'https://registers.example/company.csv',
  everyHours: 168,
  licence: 'CC BY 3.0 AU',
  countries: ['AU'],
  mapping: null,
  paused: false,
  nextRunAt: '2026-03-10T01:00:00.000Z',
  overdue: false,
  lastRun: aRun(),
  lastImport: aRun(),
  ...given,
})

const formats = [
  { id: 'asic', label: 'ASIC company dataset', licence: 'CC BY 3.0 AU', people: false },
  { id: 'apollo', label: 'Contacts of Apollo', licence: 'Terms of Apollo', people: true },
  { id: 'csv', label: 'Any table', licence: '', people: false },
]

const open = (sources: readonly Source[], calls: FakeCalls = {}, at = address) =>
  show(
    <SourcesScreens />,
    fakeApi({
      sources: async () => ({
        sources: [...sources],
        formats,
        kinds: ['upload', 'address', 'folder'],
        commands: [],
      }),
      sourceRuns: async () => ({ runs: [aRun()] }),
      ...calls,
    }),
    at,
  )
const pageOf = ({ id }: Source): string => `${address}?id=${id}`

describe('the screen of sources', () => {
  it('invites to add the first source', async () => {
    open([])
    await screen.findByText('No sources yet')
    expect(screen.getByRole('link', { name: 'Add a source' })).toBeTruthy()
  })

  it('shows the same figures on a phone', async () => {
    windowOf(390)
    open([aSource()])
    const card = await screen.findByRole('link', { name: /ASIC companies/ })
    expect(card.textContent).toContain('4,012,345 rows · 1,204 new · 88 changed · 3 rejected')
    expect(card.textContent).toContain('CC BY 3.0 AU · ASIC company dataset')
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('says to admins of another organisation that these sources are not theirs', async () => {
    open([], {
      sources: () =>
        Promise.reject(
          new ApiProblem(
            403,
            {
              type: '',
              title: 'Your role doesn’t allow this',
              status: 403,
              detail: 'Only admins of the organisation that runs this Fieldbook can open this.',
              instance: '',
              code: 'role-forbidden',
              requestId: 'r1',
            },
            null,
          ),
        ),
    })
    expect(await screen.findByText(/^Only admins of the organisation/)).toBeTruthy()
  })

  it.each<[string, Partial<Source>, string]>([
    [
      'failed',
      { lastRun: aRun({ state: 'failed', summary: null, reason: 'The file is empty.' }) },
      'The file is empty. Your records are safe.',
    ],
    ['is overdue', { overdue: true }, 'No new data for twice as long as usual.'],
    ['is paused', { paused: true }, 'It won’t run until you resume it.'],
    [
      'is in progress',
      { lastRun: aRun({ state: 'importing', progress: { bytes: 2e8, size: 4e8 } }) },
      'Importing company_202603.csv: 200 MB of 400 MB',
    ],
  ])('says so where a source %s', async (_, given, text) => {
    const source = aSource(given)
    open([source], {}, pageOf(source))
    expect(await screen.findByText(text, { exact: false })).toBeTruthy()
  })

  it('lists a checked file as imported after the press, whatever the list said before the import began', async () => {
    let run = aRun({ dryRun: true })
    const states: SourceRun['state'][] = ['waiting', 'done']
    open(
      [],
      {
        sources: async () => {
          if (!run.dryRun) run = aRun({ state: states.shift() ?? 'done' })
          const sources = [aSource({ kind: 'upload', lastRun: run })]
          return { sources, formats, kinds: ['upload'], commands: [] }
        },
        sourceRuns: async () => ({ runs: [run] }),
        importSourceFile: async () => {
          run = aRun({ state: 'waiting' })
          return run
        },
      },
      pageOf(aSource()),
    )
    await screen.findByText('Checked')
    await user.click(screen.getByRole('button', { name: 'Import' }))
    expect(await screen.findByText('Imported', undefined, patience)).toBeTruthy()
  })

  it('fills in the licence of the format until it is changed, and names what the file holds', async () => {
    open([], {}, `${address}?edit=new`)
    const licence = () => screen.getByLabelText<HTMLInputElement>('Licence')
    const choose = (format: string) => user.selectOptions(screen.getByLabelText('Format'), format)
    await screen.findByLabelText('Companies to import')
    expect(licence().value).toBe('CC BY 3.0 AU')
    await choose('apollo')
    expect(licence().value).toBe('Terms of Apollo')
    screen.getByLabelText('People to import')
    await choose('csv')
    expect(licence().value).toBe('')
    await user.type(licence(), 'Our own')
    await choose('asic')
    expect(licence().value).toBe('Our own')
  })

  it('shows how a list of an exchange differs from the one before', async () => {
    const none = { count: 0, names: [] }
    const { summary } = aRun()
    const listing = {
      listed: { count: 1, names: ['ASX:ZQL Zieria Lithium Limited'] },
      delisted: { count: 52, names: ['ASX:DQE Dryandra Energy NL'] },
      renamed: { count: 1, names: ['ASX:CQH Casuarina Healthcare Ltd → Sheoak Life Limited'] },
      recoded: none,
    }
    const run = aRun({ dryRun: true, summary: summary && { ...summary, listing } })
    const source = aSource({ lastRun: run })
    open([source], {}, pageOf(source))
    await screen.findByText('New on the exchange: 1')
    screen.getByText('ASX:ZQL Zieria Lithium Limited')
    screen.getByText('No longer listed: 52')
    screen.getByText('and 51 more')
    screen.getByText('ASX:CQH Casuarina Healthcare Ltd → Sheoak Life Limited')
    expect(screen.queryByText(/New code/)).toBeNull()
  })

  it('pauses a source with all its other settings', async () => {
    const source = aSource()
    const saveSource = vi.fn<(given: object) => Promise<Source>>(async () => source)
    open([source], { saveSource }, pageOf(source))
    await user.click(await screen.findByRole('button', { name: 'Actions for ASIC companies' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Pause' }))
    expect(saveSource).toHaveBeenCalledWith({ ...source, paused: true })
  })
})
