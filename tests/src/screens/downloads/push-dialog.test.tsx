import { anEstimate, historyOf, open } from '../../../kit/screens/downloads-page.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import type { RecordSource } from '../../../../contract/money/credits.ts'
import { links, recordLink } from '../../../../contract/links.ts'
import { ApiProblem, Unreachable } from '../../../../src/lib/api-errors.ts'
import { connectivity } from '../../../../src/lib/connectivity.ts'
import { queuedDownloads } from '../../../../src/offline/downloads.ts'
import { Pushing } from '../../../../src/screens/downloads/push/pushing.tsx'
import { Queued } from '../../../../src/screens/downloads/queued.tsx'
import { session } from '../../../../src/session/session.ts'
import { askToPush, pushStore } from '../../../../src/shared/crm/push-store.ts'
import { toastStore } from '../../../../src/ui/toast-store.ts'
import { aDryRun, crmKey } from '../../../kit/fixtures/crm.ts'
import { aRequest } from '../../../kit/fixtures/download-requests.ts'
import { type FakeCalls } from '../../../kit/screens/screen.tsx'
import { aMetadata } from '../../../kit/screens/uploads.ts'

const unknown = session.current()
const user = userEvent.setup()
afterEach(() => {
  pushStore.requested = null
  act(() => session.update(unknown))
  connectivity.online = true
  toastStore.toasts.splice(0)
})

const ids = Array.from({ length: 17 }, (_, index) => aRequest(index).requestId)
const recordId = ids[0] ?? ''
type Input = Parameters<NonNullable<FakeCalls['requestDownload']>>[0]
type DryRunInput = Parameters<NonNullable<FakeCalls['dryRun']>>[0]

const builders = (source: RecordSource) => ({
  category: 'company' as const,
  source,
  name: 'Perth builders',
  connector: crmKey,
  label: 'Acme',
})

const ask = (
  calls: FakeCalls = {},
  {
    source = { kind: 'ids', ids },
    role = 'admin',
  }: { source?: RecordSource; role?: 'admin' | 'standard' } = {},
) => {
  const requested: Input[] = []
  const checked: DryRunInput[] = []
  const { dryRun, ...others } = calls
  const page = open(
    <>
      <Queued />
      <Pushing />
    </>,
    {
      ...historyOf([]),
      estimate: async () => anEstimate({ total: 17, owned: 5, suppressed: 0, chargeable: 12 }),
      requestDownload: async (input) => {
        requested.push(input)
        return aRequest(500, {
          requestId: input.id ?? '',
          name: input.name ?? '',
          type: input.type ?? '',
          statusLabel: 'Request accepted',
        })
      },
      dryRun: async (input) => {
        checked.push(input)
        return dryRun === undefined ? aDryRun() : dryRun(input)
      },
      ...others,
    },
    undefined,
    role,
  )
  act(() => askToPush(builders(source)))
  return { ...page, requested, checked }
}
const dialog = async () => within(await screen.findByRole('dialog', { name: /^Push .* to Acme$/ }))
const countsIn = (form: Awaited<ReturnType<typeof dialog>>): Record<string, string> =>
  Object.fromEntries(
    form
      .getAllByRole('term')
      .flatMap((term) =>
        term.closest('section')?.getAttribute('aria-label') === 'What changes in Acme'
          ? [[term.textContent, term.nextElementSibling?.textContent ?? '']]
          : [],
      ),
  )
const refusal = (code: string, detail: string, retryAfter: number | null = null): ApiProblem =>
  new ApiProblem(
    503,
    {
      type: 'about:blank',
      title: 'The CRM is away',
      status: 503,
      detail,
      instance: '',
      code,
      requestId: '',
    },
    retryAfter,
  )

describe('the push dialog', () => {
  it('shows what the push would do, and requests it for exactly the shown price', async () => {
    const { requested, checked } = ask()
    const form = await dialog()
    await form.findByText('About 3 minutes and up to 40 calls to Acme.')
    expect(countsIn(form)).toEqual({
      Create: '10',
      Update: '6',
      'Already there': '0',
      Conflict: '1',
      Skip: '0',
      Suppressed: '0',
    })
    expect(requested).toEqual([])
    await user.click(await form.findByRole('button', { name: 'Push · 12 credits' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const source = { kind: 'ids', ids }
    expect(checked).toEqual([
      { connector: crmKey, token: 'token', category: 'company', source, from: 0 },
    ])
    expect(requested).toEqual([
      {
        id: expect.any(String),
        type: crmKey,
        category: 'company',
        source,
        name: 'Perth builders',
        agreed: 12,
      },
    ])
    expect(toastStore.toasts).toMatchObject([
      { title: 'Perth builders: request accepted', link: { label: 'Download centre' } },
    ])
  })

  it('adds up the parts of a long check, and waits for the last', async () => {
    const last = Promise.withResolvers<void>()
    const part = { created: 5, updated: 3, unchanged: 1, conflict: 0, skipped: 0, suppressed: 1 }
    const { checked } = ask({
      dryRun: async ({ from }) => {
        if (from === 0) return aDryRun({ next: 10, counts: part })
        await last.promise
        return aDryRun({ counts: { ...part, unchanged: 0 } })
      },
    })
    const form = await dialog()
    await form.findByText('10 of 17')
    const push = await form.findByRole('button', { name: /^Push · 12 credits/ })
    expect(push.getAttribute('aria-disabled')).toBe('true')
    const bar = form.getByRole('progressbar', { name: 'Checking Acme: records done' })
    expect(bar.getAttribute('aria-valuenow')).toBe('10')
    last.resolve()
    await form.findByText('About 5 minutes and up to 80 calls to Acme.')
    expect(countsIn(form)).toMatchObject({ Create: '10', Update: '6', 'Already there': '1' })
    expect(checked.map(({ from }) => from)).toEqual([0, 10])
    expect(push.getAttribute('aria-disabled')).toBeNull()
  })

  it.each([
    {
      resets: 'at an hour',
      dailyResetsAt: new Date(new Date().setHours(23, 59, 0, 0)).toISOString(),
      later: 'after 11:59 pm',
    },
    { resets: 'bit by bit', dailyResetsAt: null, later: 'over the next 24 hours' },
  ])(
    'says how much of all parts a daily limit that resets $resets leaves, and when the rest follows',
    async ({ dailyResetsAt, later }) => {
      const counts = {
        created: 100,
        updated: 0,
        unchanged: 0,
        conflict: 0,
        skipped: 0,
        suppressed: 0,
      }
      const part = { total: 200, counts, dailyUnits: 500, dailyResetsAt }
      ask({
        dryRun: async ({ from = 0 }) =>
          from === 0
            ? aDryRun({ ...part, next: 100, dailyLeft: 260 })
            : aDryRun({ ...part, dailyLeft: 250 }),
      })
      const form = await dialog()
      const limit = `Acme’s daily limit leaves about 50 for now. We’ll push the rest ${later}.`
      expect(await form.findByText(limit)).toBeTruthy()
    },
  )

  it('lists conflicts with links to the CRM, and the first records with what changes', async () => {
    ask({
      dryRun: async () =>
        aDryRun({
          rows: [
            {
              recordId,
              name: 'Swan Homes',
              outcome: 'updated',
              reason: null,
              matches: [],
              changes: [
                { field: 'Phone', before: null, after: '(08) 7010 2513' },
                { field: 'City', before: 'Freo', after: 'Fremantle' },
              ],
              credits: 0,
            },
            {
              recordId: ids[1] ?? '',
              name: 'Coastal Build',
              outcome: 'conflict',
              reason: 'Two companies have the domain coastal.example.',
              matches: [
                { id: 'c1', name: 'Coastal', url: 'https://acme.example/1' },
                { id: 'c2', name: 'Coastal Pty', url: 'javascript:alert(1)' },
              ],
              changes: [],
              credits: 0,
            },
          ],
        }),
    })
    const form = await dialog()
    const conflicts = within(await form.findByRole('region', { name: 'Conflicts' }))
    conflicts.getByText('Two companies have the domain coastal.example.')
    const hrefs = conflicts.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(hrefs).toEqual([recordLink('company', ids[1] ?? ''), 'https://acme.example/1'])
    const first = within(form.getByRole('region', { name: 'First records' }))
    first.getByText('Phone: (08) 7010 2513')
    first.getByText('City: Fremantle (was Freo)')
  })

  it('takes a decision for each conflict, and counts it', async () => {
    const conflict = (index: number, ...matches: { id: string | null; name: string }[]) => ({
      recordId: ids[index] ?? '',
      name: `Builder ${index}`,
      outcome: 'conflict' as const,
      reason: 'Two companies match.',
      matches: matches.map((match) => ({ ...match, url: `https://acme.example/${match.id}` })),
      changes: [],
      credits: 0,
    })
    const rows = [
      conflict(1, { id: 'a', name: 'Coastal' }, { id: 'b', name: 'Coastal' }),
      conflict(2, { id: null, name: 'Linked elsewhere' }),
      conflict(3),
      conflict(4),
    ]
    const counts = { ...aDryRun().counts, conflict: 4 }
    const { requested } = ask({ dryRun: async () => aDryRun({ rows, counts }) })
    const form = await dialog()
    const choice = (index: number) =>
      form.findByRole('combobox', { name: `What to do with Builder ${index}` })
    const offered = within(await choice(1)).getAllByRole('option')
    expect(offered.map(({ textContent }) => textContent)).toEqual([
      'Choose…',
      'Link to Coastal (a)',
      'Link to Coastal (b)',
      'Create a new company',
      'Skip it',
    ])
    expect(within(await choice(2)).queryByRole('option', { name: /^Link/ })).toBeNull()
    await user.selectOptions(await choice(1), 'Link to Coastal (b)')
    await user.selectOptions(await choice(2), 'Create a new company')
    await user.selectOptions(await choice(3), 'Skip it')
    await user.selectOptions(await choice(4), 'Skip it')
    await user.selectOptions(await choice(4), 'Choose…')
    expect(countsIn(form)).toMatchObject({ Create: '11', Update: '7', Conflict: '1', Skip: '1' })
    const badges = within(form.getByRole('region', { name: 'Conflicts' })).getAllByText(
      /^(Update|Create|Skip|Conflict)$/,
    )
    expect(badges.map(({ textContent }) => textContent)).toEqual([
      'Update',
      'Create',
      'Skip',
      'Conflict',
    ])
    await user.click(await form.findByRole('button', { name: 'Push · 12 credits' }))
    await waitFor(() => expect(requested).toHaveLength(1))
    expect(requested[0]?.decisions).toEqual({
      [ids[1] ?? '']: { act: 'link', id: 'b' },
      [ids[2] ?? '']: { act: 'create' },
      [ids[3] ?? '']: { act: 'skip' },
    })
  })

  it('asks for up to its price while conflicts are undecided, and says what is left out', async () => {
    const row = (index: number, outcome: 'conflict' | 'skipped') => ({
      recordId: ids[index] ?? '',
      name: `Builder ${index}`,
      outcome,
      reason: null,
      matches: [],
      changes: [],
      credits: 1,
    })
    const rows = [row(1, 'conflict'), { ...row(2, 'conflict'), credits: 0 }, row(3, 'skipped')]
    ask({ dryRun: async () => aDryRun({ rows }) })
    const form = await dialog()
    await form.findByRole('button', { name: 'Push · up to 12 credits' })
    form.getByText('You may pay less: 1 conflict is undecided and 1 company is skipped.')
    const choice = await form.findByRole('combobox', { name: 'What to do with Builder 1' })
    await user.selectOptions(choice, 'Create a new company')
    expect(form.getByText('You may pay less: 1 company is skipped.')).toBeTruthy()
  })

  it('says once that values come with the reveal, however many rows hide them', async () => {
    const hidden = (index: number) => ({
      recordId: ids[index] ?? '',
      name: `Builder ${index}`,
      outcome: 'created' as const,
      reason: null,
      matches: [],
      changes: [],
      credits: 0,
    })
    ask({ dryRun: async () => aDryRun({ rows: [hidden(1), hidden(2), hidden(3)] }) })
    const form = await dialog()
    expect(
      await form.findAllByText('You’ll see the values once a record is revealed.'),
    ).toHaveLength(1)
  })

  it('waits for a decision where there are only conflicts, and for a record where all are skipped', async () => {
    const none = { created: 0, updated: 0, unchanged: 0, skipped: 0, suppressed: 0 }
    const row = {
      recordId,
      name: 'Coastal Build',
      outcome: 'conflict' as const,
      reason: 'Two companies match.',
      matches: [],
      changes: [],
      credits: 0,
    }
    ask({
      dryRun: async () => aDryRun({ total: 1, counts: { ...none, conflict: 1 }, rows: [row] }),
    })
    const form = await dialog()
    await form.findByText('Nothing changes in Acme until you decide the conflicts.')
    const push = await form.findByRole('button', { name: /^Push · 12 credits/ })
    expect(push.textContent).toContain('Decide the conflicts first.')
    const choice = form.getByRole('combobox', { name: 'What to do with Coastal Build' })
    await user.selectOptions(choice, 'Skip it')
    expect(push.textContent).toContain('There’s nothing to push.')
    await user.selectOptions(choice, 'Create a new company')
    expect(push.getAttribute('aria-disabled')).toBeNull()
  })

  it('is stopped by problems of the fields, with the way to them for admins', async () => {
    const { requested } = ask({
      dryRun: async () => aDryRun({ problems: ['Acme requires “Sector” for a new company.'] }),
    })
    const form = await dialog()
    await form.findByText('Acme requires “Sector” for a new company.')
    const push = await form.findByRole('button', { name: /^Push · 12 credits/ })
    await user.click(push)
    expect(requested).toEqual([])
    await user.click(form.getByRole('link', { name: 'Fix the fields' }))
    expect(`${location.pathname}${location.search}`).toBe(links.crmFields(crmKey))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('names an admin where the user may not change the fields', async () => {
    ask(
      { dryRun: async () => aDryRun({ problems: ['Acme requires “Sector”.'] }) },
      { role: 'standard' },
    )
    const form = await dialog()
    await form.findByText('Ask Alex Fernleigh.')
    expect(form.queryByRole('link', { name: 'Fix the fields' })).toBeNull()
  })

  it('goes on with a failed check, or without it', async () => {
    let isAway = true
    const { requested } = ask({
      dryRun: async () => {
        if (isAway) throw refusal('crm-away', 'Acme asks us to wait. Try again later.')
        return aDryRun()
      },
    })
    const form = await dialog()
    await form.findByText('Acme asks us to wait. Try again later.')
    expect(form.getByRole('button', { name: 'Push without checking' })).toBeTruthy()
    isAway = false
    await user.click(form.getByRole('button', { name: 'Try again' }))
    await form.findByText('About 3 minutes and up to 40 calls to Acme.')
    isAway = true
    await user.click(await form.findByRole('button', { name: 'Push · 12 credits' }))
    await waitFor(() => expect(requested).toHaveLength(1))
  })

  it('says at what hour the CRM can be checked again', async () => {
    const error = refusal('crm-away', 'Try again in 3 hours.', 3 * 3_600)
    ask({ dryRun: async () => Promise.reject(error) })
    const form = await dialog()
    expect(await form.findByText(/^Acme asks us to wait until .*\d:\d\d [ap]m\.$/)).toBeTruthy()
  })

  it('may be requested without a check that failed', async () => {
    const { requested } = ask({ dryRun: async () => Promise.reject(new Unreachable('network')) })
    const form = await dialog()
    await form.findByText('We couldn’t check Acme. Nothing changed there.')
    await user.click(form.getByRole('button', { name: 'Push without checking' }))
    await user.click(await form.findByRole('button', { name: 'Push · 12 credits' }))
    await waitFor(() => expect(requested).toHaveLength(1))
  })

  it('renews a token that the server refuses, once', async () => {
    let tokens = 0
    const { checked } = ask({
      crmToken: async () => {
        tokens += 1
        return { token: `token ${tokens}`, expiresAt: '2100-01-01T00:00:00Z' }
      },
      dryRun: async ({ token }) => {
        if (token === 'token 1') throw refusal('crm-token', '')
        return aDryRun()
      },
    })
    const form = await dialog()
    await form.findByText('About 3 minutes and up to 40 calls to Acme.')
    expect(checked.map(({ token }) => token)).toEqual(['token 1', 'token 2'])
  })

  it('of an upload is an enrichment, and is named by the file', async () => {
    const source = { kind: 'upload', uploadId: recordId, fromRow: 1 } as const
    const { requested } = ask({}, { source })
    const form = within(await screen.findByRole('dialog', { name: 'Push your file to Acme' }))
    await user.click(await form.findByRole('button', { name: 'Push · 12 credits' }))
    await waitFor(() => expect(requested).toMatchObject([{ type: `ENRICH_${crmKey}`, source }]))
  })

  it('checks nothing for a member whose pushes an admin turned off', async () => {
    const { checked } = ask({ customerMetadata: async () => aMetadata(['push']) })
    const form = await dialog()
    await form.findAllByText(/An admin has turned off “Push to CRM” for you/)
    expect(
      form.getByRole('button', { name: /^Push · 12 credits/ }).getAttribute('aria-disabled'),
    ).toBe('true')
    expect(checked).toEqual([])
  })
})

it('the same records again are checked again and are another request', async () => {
  const { requested, checked } = ask()
  const push = async (): Promise<void> => {
    const form = await dialog()
    await form.findByText('About 3 minutes and up to 40 calls to Acme.')
    await user.click(await form.findByRole('button', { name: 'Push · 12 credits' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await push()
  act(() => askToPush(builders({ kind: 'ids', ids })))
  await push()
  expect(checked).toHaveLength(2)
  expect(new Set(requested.map(({ id }) => id)).size).toBe(2)
})

describe('the push dialog, offline', () => {
  it('queues the push with its maximum price, and sends it once online', async () => {
    const { network, local, requested } = ask()
    await dialog()
    act(() => network.cut())
    const form = await dialog()
    await user.click(await form.findByRole('button', { name: 'Push later · up to 17 credits' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await queuedDownloads(local.device)).toMatchObject([
      { request: { type: crmKey, name: 'Perth builders', agreed: 17 } },
    ])
    await screen.findByText(/^CRM push · 17 companies · up to 17 credits/)
    act(() => network.mend())
    await waitFor(() => expect(requested).toMatchObject([{ type: crmKey, agreed: 17 }]))
  })
})
