import { anEstimate, historyOf, open } from '../../../kit/screens/downloads-page.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { DownloadsScreen } from '../../../../src/screens/downloads/downloads-screen.tsx'
import { fetchFile } from '../../../../src/shared/downloads/fetch-file.ts'
import { session } from '../../../../src/session/session.ts'
import { ApiProblem, Unreachable } from '../../../../src/lib/api-errors.ts'
import { connectivity } from '../../../../src/lib/connectivity.ts'
import { links } from '../../../../contract/links.ts'
import type { HistoryRow } from '../../../../contract/money/downloads.ts'
import { aDryRun, anIntegration, crmKey, integrationsOf } from '../../../kit/fixtures/crm.ts'
import { aRequest } from '../../../kit/fixtures/download-requests.ts'
import type { FakeCalls } from '../../../kit/screens/screen.tsx'

const unknown = session.current()
const user = userEvent.setup()
afterEach(() => {
  act(() => session.update(unknown))
  connectivity.online = true
})

const details = async (
  row: HistoryRow,
  calls: FakeCalls = {},
  role: 'admin' | 'standard' = 'admin',
) => {
  const page = open(
    <DownloadsScreen />,
    {
      ...historyOf([row]),
      downloadRequest: async () => row,
      downloadRows: async () => ({ total: 0, rows: [] }),
      ...calls,
    },
    `/dashboard/download-center?open=${row.requestId}`,
    role,
  )
  return { ...page, sheet: within(await screen.findByRole('dialog', { name: row.name })) }
}

describe('the details of a request', () => {
  it('show the number of rows by outcome, and the rows of an outcome with reasons', async () => {
    const row = aRequest(1, {
      status: 'REQUEST_PARTIALLY_COMPLETED',
      statusLabel: 'Partially completed',
      rows: { requested: 120, delivered: 117, failed: 3, owned: 35, suppressed: 0 },
      reason: '3 rows could not be written.',
      errors: ['Bishop: no such number'],
    })
    const requests: (string | undefined)[] = []
    const { sheet } = await details(row, {
      downloadRows: async ({ outcome }) => {
        requests.push(outcome)
        return {
          total: 1,
          rows: [
            {
              row: 4,
              recordId: aRequest(9).requestId,
              name: 'Bishop Property',
              outcome: 'failed',
              reason: 'The number is refused.',
              crm: null,
            },
          ],
        }
      },
    })
    for (const text of ['3 rows could not be written.', ', 35 of them already revealed, free'])
      expect(sheet.getByText(text)).toBeTruthy()
    expect(sheet.getByText('3, not charged')).toBeTruthy()
    expect(await sheet.findByText('The number is refused.')).toBeTruthy()
    // The rows say it.
    expect(sheet.queryByText('Bishop: no such number')).toBeNull()
    act(() => void (connectivity.online = false))
    expect(await sheet.findByText('Bishop: no such number')).toBeTruthy()
    act(() => void (connectivity.online = true))
    await user.click(sheet.getByRole('button', { name: /^Failed: choose/ }))
    // The file has these rows too.
    await screen.findByRole('menuitemcheckbox', { name: 'Delivered, nothing new' })
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'All rows' }))
    await waitFor(() => expect(requests).toEqual(['failed', undefined]))
  })

  it('say of a file how many of its rows have no match, so that the figures add up', async () => {
    const rows = { requested: 600, delivered: 520, failed: 0, owned: 0, suppressed: 0 }
    const { sheet } = await details(aRequest(1, { rows }))
    expect(sheet.getByText('No match found').nextSibling?.textContent).toBe('80, not charged')
  })

  it('say of a row without a match only once that it has none', async () => {
    const outcome = { outcome: 'unmatched', reason: 'no match found', crm: null } as const
    const { sheet } = await details(aRequest(1), {
      downloadRows: async () => ({
        total: 1,
        rows: [{ row: 1, recordId: null, name: 'Bishop Property', ...outcome }],
      }),
    })
    expect(await sheet.findByText('Bishop Property')).toBeTruthy()
    expect(sheet.getAllByText(/^no match found$/i)).toHaveLength(1)
  })

  it('lead to the record of a pushed row and to the records of a conflict, by web addresses alone', async () => {
    const row = aRequest(1, {
      type: crmKey,
      rows: { requested: 2, delivered: 1, failed: 1, owned: 0, suppressed: 0 },
      canRetryFailed: true,
    })
    const id = aRequest(9).requestId
    const { sheet } = await details(row, {
      ...integrationsOf(anIntegration()),
      downloadRows: async () => ({
        total: 2,
        rows: [
          {
            row: 1,
            recordId: id,
            name: 'Bishop Property',
            outcome: 'delivered',
            reason: null,
            crm: { outcome: 'created', url: 'https://crm.example/1', matches: [] },
          },
          {
            row: 2,
            recordId: id,
            name: 'Rook',
            outcome: 'failed',
            reason: '2 records match.',
            crm: {
              outcome: 'conflict',
              url: null,
              matches: [
                { name: 'Rook East', url: 'https://crm.example/2' },
                { name: 'Rook West', url: 'javascript:alert(1)' },
              ],
            },
          },
        ],
      }),
    })
    const created = await sheet.findByRole('link', { name: /^Open in Acme/ })
    expect(created.getAttribute('href')).toBe('https://crm.example/1')
    expect(sheet.getByText('Created')).toBeTruthy()
    expect(sheet.getByText('Conflict')).toBeTruthy()
    expect(sheet.getByRole('link', { name: /^Rook East/ })).toBeTruthy()
    expect(sheet.queryByRole('link', { name: /^Rook West/ })).toBeNull()
    expect(sheet.getByText('Decide what it becomes when you retry.')).toBeTruthy()
    expect(sheet.queryByRole('link', { name: 'Map fields in Acme' })).toBeNull()
  })

  it.each([
    { role: 'admin', leads: 'lead an admin', finds: [links.crmFields(crmKey)] },
    { role: 'standard', leads: 'lead no Standard user', finds: [] },
  ] as const)(
    'of a push with rows that the CRM refused $leads to the fields',
    async ({ role, finds }) => {
      const rows = { requested: 1, delivered: 0, failed: 1, owned: 0, suppressed: 0 }
      const { sheet } = await details(
        aRequest(1, { type: crmKey, rows, canRetryFailed: true }),
        {
          ...integrationsOf(anIntegration()),
          downloadRows: async () => ({
            total: 1,
            rows: [
              {
                row: 1,
                recordId: aRequest(9).requestId,
                name: 'Rook',
                outcome: 'failed',
                reason: 'Acme refused it.',
                crm: { outcome: 'failed', url: null, matches: [] },
              },
            ],
          }),
        },
        role,
      )
      await sheet.findByText('Acme refused it.')
      const found = sheet.queryAllByRole('link', { name: 'Map fields in Acme' })
      expect(found.map((link) => link.getAttribute('href'))).toEqual(finds)
    },
  )

  it('make an expired file again for free, and say so', async () => {
    const row = aRequest(1)
    if (row.file) row.file.expiresAt = '2026-03-01T00:00:00Z'
    const saved: string[] = []
    let requests = 0
    const { sheet } = await details(row, {
      downloadLink: async () => {
        requests += 1
        if (requests === 1) throw new ApiProblem(425, notReady, 0)
        saved.push('/files/1')
        return { url: '#saved', expiresAt: '2026-03-03T00:10:00Z' }
      },
    })
    expect(sheet.getByText(/Expired\. Recreate it for free\./)).toBeTruthy()
    await user.click(sheet.getByRole('button', { name: 'Download file' }))
    await waitFor(() => expect(saved).toEqual(['/files/1']))
  })

  it('retry failed rows as a request of its own, for the price shown', async () => {
    const row = aRequest(1, {
      rows: { requested: 120, delivered: 117, failed: 3, owned: 0, suppressed: 0 },
      canRetryFailed: true,
    })
    const sent: object[] = []
    const child = aRequest(2, { name: 'Request 1, again', parentRequestId: row.requestId })
    const { sheet } = await details(row, {
      retryEstimate: async () =>
        anEstimate({ total: 3, owned: 1, suppressed: 0, chargeable: 2, after: 1_198 }),
      retryFailedRows: async (input) => {
        sent.push(input)
        return child
      },
      downloadRequest: async ({ id }) => (id === row.requestId ? row : child),
    })
    await user.click(sheet.getByRole('button', { name: 'Retry 3 companies that failed' }))
    const retryDialog = within(await screen.findByRole('dialog', { name: /^Retry 3 companies/ }))
    await retryDialog.findByText('1 already revealed')
    await user.click(retryDialog.getByRole('button', { name: 'Retry · 2 credits' }))
    const next = within(await screen.findByRole('dialog', { name: 'Request 1, again' }))
    expect(sent).toMatchObject([{ id: row.requestId, agreed: 2 }])
    expect(next.getByRole('link', { name: /^Retry of an earlier download/ })).toBeTruthy()
  })

  it('of a push of people say that failed rows are revealed where their details were sent', async () => {
    const rows = { requested: 3, delivered: 2, failed: 1, owned: 0, suppressed: 0 }
    const { sheet } = await details(aRequest(1, { type: crmKey, category: 'people', rows }), {})
    expect(sheet.getByText('1, revealed if we sent their details')).toBeTruthy()
  })

  it('of a push that waits for the CRM say until when', async () => {
    const waitsUntil = new Date(Date.now() + 3_600_000).toISOString()
    const row = aRequest(1, { type: crmKey, status: 'CREDIT_VALIDATION_COMPLETED', waitsUntil })
    const { sheet } = await details(row)
    expect(
      sheet.getByText(/^Waiting for the CRM until \d.*[ap]m\. We’ll push the rest after that\.$/),
    ).toBeTruthy()
  })

  it('of a push count skipped rows apart from those that failed, and retry both', async () => {
    const rows = { requested: 6, delivered: 3, failed: 1, owned: 0, suppressed: 0, skipped: 2 }
    const row = aRequest(1, { type: crmKey, rows, canRetryFailed: true })
    const { sheet } = await details(row)
    const counted = (name: string) => sheet.getByText(name).nextElementSibling?.textContent
    expect(counted('Skipped')).toBe('2, not charged')
    expect(counted('Failed')).toBe('1, not charged')
    expect(
      sheet.getByRole('button', { name: 'Retry 3 companies that weren’t pushed' }),
    ).toBeTruthy()
  })

  it('of a push say what a retry would do in the CRM, and take decisions about its conflicts', async () => {
    const row = aRequest(1, {
      type: crmKey,
      rows: { requested: 3, delivered: 2, failed: 1, owned: 0, suppressed: 0 },
      canRetryFailed: true,
    })
    const [checked, sent]: [object[], object[]] = [[], []]
    const recordId = aRequest(9).requestId
    const matches = [{ id: 'a', name: 'Rook East', url: 'https://crm.example/2' }]
    const { sheet } = await details(row, {
      ...integrationsOf(anIntegration()),
      crmToken: async () => ({ token: 'token', expiresAt: '2100-01-01T00:00:00Z' }),
      retryEstimate: async () => anEstimate({ total: 1, owned: 0, suppressed: 0, chargeable: 1 }),
      dryRun: async ({ source }) => {
        checked.push(source)
        const outcome = 'conflict' as const
        const conflict = { recordId, name: 'Rook', outcome, reason: null, matches, changes: [] }
        const rows = [{ ...conflict, credits: 1 }]
        return aDryRun({ total: 1, rows })
      },
      retryFailedRows: async (input) => {
        sent.push(input)
        return aRequest(2)
      },
    })
    await user.click(sheet.getByRole('button', { name: 'Retry 1 company that failed' }))
    const retryDialog = within(await screen.findByRole('dialog', { name: /^Retry 1 company/ }))
    await retryDialog.findByRole('button', { name: 'Retry · up to 1 credit' })
    await user.selectOptions(
      await retryDialog.findByRole('combobox', { name: 'What to do with Rook' }),
      'Link to Rook East',
    )
    await user.click(retryDialog.getByRole('button', { name: 'Retry · 1 credit' }))
    await waitFor(() =>
      expect(sent).toMatchObject([{ decisions: { [recordId]: { act: 'link', id: 'a' } } }]),
    )
    expect(checked).toEqual([{ kind: 'retry', requestId: row.requestId }])
  })

  it('say how many credits are missing, and retry the first rows that they cover', async () => {
    const row = aRequest(1, {
      status: 'INSUFFICIENT_CREDITS',
      statusLabel: 'Insufficient credits',
      needed: 500,
      balance: 40,
      file: null,
      canRetry: true,
    })
    const sent: object[] = []
    const { sheet } = await details(row, {
      retryEstimate: async ({ first }) => {
        const total = Number(first ?? 500)
        return anEstimate({
          total,
          owned: 0,
          suppressed: 0,
          chargeable: total,
          balance: 40,
          after: 40 - total,
        })
      },
      retryDownload: async (input) => {
        sent.push(input)
        return { ...row, attempt: 2 }
      },
    })
    expect(
      sheet.getByText('This needs 500 credits, and you had 40 credits. Nothing was charged.'),
    ).toBeTruthy()
    await user.click(sheet.getByRole('button', { name: 'Try again' }))
    const dialog = within(await screen.findByRole('dialog', { name: /^Try/ }))
    await user.click(await dialog.findByRole('button', { name: 'Use my remaining credits' }))
    await user.click(await dialog.findByRole('button', { name: 'Try again · 40 credits' }))
    await waitFor(() => expect(sent).toEqual([{ id: row.requestId, agreed: 40, first: 40 }]))
  })

  it("say that the member's cap stopped the request", async () => {
    const reason =
      'You need 12 credits, and your limit leaves 5 this period. An admin can raise it.'
    const { sheet } = await details(
      aRequest(1, {
        status: 'INSUFFICIENT_CREDITS',
        statusLabel: 'Insufficient credits',
        needed: 12,
        balance: 5,
        reason,
        file: null,
      }),
    )
    expect(sheet.getByText(`${reason} Nothing was charged.`)).toBeTruthy()
  })

  it('show cached data offline, and say what needs a connection', async () => {
    const { network, sheet } = await details(aRequest(1))
    await sheet.findByText('No rows')
    act(() => network.cut())
    expect(await sheet.findByText('117')).toBeTruthy()
    const button = sheet.getByRole('button', { name: 'Download file' })
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'))
  })

  it('say that a request of another user does not exist', async () => {
    const { requestId } = aRequest(1)
    open(
      <DownloadsScreen />,
      {
        downloadRequest: () =>
          Promise.reject(new ApiProblem(404, { ...notReady, code: 'not-found' }, null)),
      },
      `/dashboard/download-center?open=${requestId}`,
    )
    expect(await screen.findByText('We can’t find this request')).toBeTruthy()
    // It may have been a push.
    expect(screen.getByRole('dialog', { name: 'Details' })).toBeTruthy()
  })
})

const notReady = {
  type: 'about:blank',
  title: 'Not ready yet',
  status: 425,
  detail: '',
  instance: '',
  code: 'not-ready',
  requestId: '',
}

describe('fetching a file', () => {
  const world = (answers: (Error | string)[]) => {
    const saved: string[] = []
    const pauses: number[] = []
    let making = 0
    const fetching = {
      api: {
        downloadLink: async () => {
          const next = answers.length > 1 ? answers.shift() : answers[0]
          if (next instanceof Error) throw next
          return { url: next ?? '', expiresAt: '' }
        },
      },
      wait: async (ms: number) => void pauses.push(ms),
      save: (url: string) => void saved.push(url),
      onMaking: () => void (making += 1),
    }
    return { fetching, saved, pauses, makingCalls: () => making }
  }

  it('waits as long as the server asks, and reports once that the file is being made', async () => {
    const { fetching, saved, pauses, makingCalls } = world([
      new ApiProblem(425, notReady, 3),
      new ApiProblem(425, notReady, null),
      '/f',
    ])
    expect(await fetchFile(fetching, 'r', 'file')).toBeNull()
    expect({ saved, makingCalls: makingCalls() }).toEqual({ saved: ['/f'], makingCalls: 1 })
    const [requested, withJitter = 0] = pauses
    expect(requested).toBe(3000)
    expect(withJitter > 0 && withJitter <= 2000).toBe(true)
  })

  it('gives up after a limit, and says why it failed', async () => {
    const stuck = world([new ApiProblem(425, notReady, 1)])
    expect(await fetchFile(stuck.fetching, 'r', 'file')).toMatch(/still preparing your file/)
    expect(stuck.pauses).toHaveLength(30)
    const away = world([new Unreachable('network')])
    expect(await fetchFile(away.fetching, 'r', 'file')).toMatch(/couldn’t reach Fieldbook/)
    const refused = world([
      new ApiProblem(410, { ...notReady, code: 'deleted', title: 'Deleted' }, null),
    ])
    expect(await fetchFile(refused.fetching, 'r', 'results')).toBe('Deleted')
  })
})
