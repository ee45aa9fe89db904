import { historyOf, open } from '../../../kit/screens/downloads-page.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { DownloadsScreen } from '../../../../src/screens/downloads/downloads-screen.tsx'
import { session } from '../../../../src/session/session.ts'
import { ApiProblem } from '../../../../src/lib/api-errors.ts'
import { connectivity } from '../../../../src/lib/connectivity.ts'
import { queueDownload } from '../../../../src/offline/downloads.ts'
import { aRequest } from '../../../kit/fixtures/download-requests.ts'
import { windowOf } from '../../../kit/screens/screen.tsx'

const unknown = session.current()
const user = userEvent.setup()
afterEach(() => {
  act(() => session.update(unknown))
  connectivity.online = true
  vi.restoreAllMocks()
})

const many = (count: number) => Array.from({ length: count }, (_, index) => aRequest(count - index))
const choose = async (filter: string, value: string): Promise<void> => {
  await user.click(await screen.findByRole('button', { name: new RegExp(`^${filter}: `) }))
  await user.click(await screen.findByRole('menuitemcheckbox', { name: value }))
}

describe('the download history', () => {
  it('shows the type, user, rows, cost and status of each request', async () => {
    windowOf(1440)
    const running = aRequest(2, {
      name: 'Under way',
      status: 'CREDIT_VALIDATION_COMPLETED',
      statusLabel: 'In progress',
      done: 40,
      file: null,
    })
    open(<DownloadsScreen />, historyOf([running, aRequest(1, { credits: 0 })]))
    const table = await screen.findByRole('table')
    const [first, second] = within(table).getAllByRole('row').slice(1)
    expect(first?.textContent).toMatch(/Under way.*In progress.*120.*up to 82.*Alex Fernleigh/)
    const bar = within(table).getByRole('progressbar', { name: 'Progress of Under way' })
    expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuemax')]).toEqual([
      '40',
      '120',
    ])
    expect(second?.textContent).toMatch(/Request 1.*Completed.*117 of 120.*free/)
  })

  it('downloads the file from its row, and opens the details by a press or Enter on the row', async () => {
    windowOf(1440)
    const wanted: string[] = []
    open(<DownloadsScreen />, {
      ...historyOf([aRequest(2, { file: null }), aRequest(1)]),
      downloadLink: async ({ id }) => {
        wanted.push(id)
        return { url: '#saved', expiresAt: '2026-03-03T00:10:00Z' }
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Download Request 1' }))
    await waitFor(() => expect(wanted).toEqual([aRequest(1).requestId]))
    expect(screen.queryByRole('button', { name: 'Download Request 2' })).toBeNull()
    expect(location.search).toBe('')
    const row = screen.getByRole('row', { name: /Request 1/ })
    await user.click(within(row).getByText('117 of 120', { exact: false }))
    const openedId = () => new URLSearchParams(location.search).get('open')
    expect(openedId()).toBe(aRequest(1).requestId)
    await user.click(await screen.findByRole('button', { name: 'Close' }))
    expect(openedId()).toBeNull()
    act(() => screen.getByRole('row', { name: /Request 2/ }).focus())
    await user.keyboard('{Enter}')
    expect(openedId()).toBe(aRequest(2).requestId)
  })

  it('applies every filter of the specification, all of them in the address', async () => {
    const { inputs, downloadHistory } = historyOf(many(12))
    open(<DownloadsScreen />, { downloadHistory })
    await screen.findByText('Request 12')
    await choose('Type', 'HubSpot push from uploads')
    await choose('Records', 'People')
    await choose('Status', 'Completed')
    await choose('Person', 'Sam Wattle')
    const number = aRequest(3).requestId
    await user.type(screen.getByRole('textbox', { name: 'Request number' }), number)
    await waitFor(() =>
      expect(inputs.at(-1)).toEqual({
        type: 'ENRICH_HS_INTEGRATION',
        category: 'people',
        status: 'REQUEST_COMPELETED',
        userId: 'user_2',
        requestId: number,
        from: 0,
        size: 10,
      }),
    )
    expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({
      type: 'ENRICH_HS_INTEGRATION',
      category: 'people',
      status: 'REQUEST_COMPELETED',
      userId: 'user_2',
      requestId: number,
    })
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(location.search).toBe('')
  })

  it('has no member filter for a Standard user, whatever the address says', async () => {
    const { inputs, downloadHistory } = historyOf(many(1))
    open(
      <DownloadsScreen />,
      { downloadHistory },
      '/dashboard/download-center?userId=user_9',
      'standard',
    )
    await screen.findByText('Request 1')
    expect(screen.queryByRole('button', { name: /^Person/ })).toBeNull()
    expect(inputs[0]).toMatchObject({ userId: null })
  })

  it('has ten requests a page', async () => {
    const { inputs, downloadHistory } = historyOf(many(12))
    open(<DownloadsScreen />, { downloadHistory })
    await screen.findByText('1–10 of 12')
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    await screen.findByText('Request 1')
    expect(screen.queryByText('Request 12')).toBeNull()
    expect(location.search).toBe('?page=2')
    expect(inputs).toContainEqual(expect.objectContaining({ from: 10, size: 10 }))
  })

  it('refetches every 15 seconds on its first page and on no other', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] })
    const { inputs, downloadHistory } = historyOf(many(12))
    const pages = (): number =>
      inputs.filter((input) => 'size' in input && input.size === 10).length
    open(<DownloadsScreen />, { downloadHistory })
    await screen.findByText('Request 12')
    const before = pages()
    await act(() => vi.advanceTimersByTimeAsync(45_000))
    expect(pages() - before).toBe(3)
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    await screen.findByText('Request 1')
    const then = pages()
    await act(() => vi.advanceTimersByTimeAsync(45_000))
    expect(pages()).toBe(then)
  })

  it('says why it is empty, and what to do', async () => {
    open(<DownloadsScreen />, historyOf([]))
    await screen.findByText('No downloads yet')
    expect(screen.getByRole('link', { name: 'Find companies' })).toBeTruthy()
    await choose('Status', 'Failed')
    await screen.findByText('No downloads match these filters')
    await user.click(screen.getByRole('button', { name: 'Show all downloads' }))
    await screen.findByText('No downloads yet')
  })

  it('says that loading failed, and loads again on retry', async () => {
    let fails = true
    const { downloadHistory } = historyOf(many(1))
    open(<DownloadsScreen />, {
      downloadHistory: async (...given) => {
        if (fails) throw new ApiProblem(500, null, null)
        if (downloadHistory === undefined) throw new Error('no history')
        return downloadHistory(...given)
      },
    })
    await screen.findByText('We couldn’t load your downloads')
    fails = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Request 1')).toBeTruthy()
  })

  it('says that loading failed where the device knows an empty history only', async () => {
    let fails = false
    const { downloadHistory } = historyOf([])
    open(<DownloadsScreen />, {
      downloadHistory: async (...given) => {
        if (fails || downloadHistory === undefined) throw new ApiProblem(500, null, null)
        return downloadHistory(...given)
      },
    })
    await screen.findByText('No downloads yet')
    fails = true
    await choose('Status', 'Completed')
    expect(await screen.findByText('We couldn’t load your downloads')).toBeTruthy()
  })

  it('says above cached rows that refreshing failed', async () => {
    windowOf(1440)
    let fails = false
    const { downloadHistory } = historyOf(many(1))
    open(<DownloadsScreen />, {
      downloadHistory: async (...given) => {
        if (fails || downloadHistory === undefined) throw new ApiProblem(500, null, null)
        return downloadHistory(...given)
      },
    })
    await screen.findByText('Request 1')
    fails = true
    await choose('Status', 'Completed')
    const message = await screen.findByText(/couldn’t update this list/)
    const table = screen.getByRole('table')
    expect(message.compareDocumentPosition(table)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })
})

describe('the download history, offline', () => {
  it("shows the device's rows with their age, and filters them on the device", async () => {
    const rows = [aRequest(2, { category: 'people', name: 'Kept people' }), aRequest(1)]
    const { network } = open(<DownloadsScreen />, historyOf(rows))
    await screen.findByText('Request 1')
    act(() => network.cut())
    await screen.findByText(/^You’re offline\. Showing your latest 100/)
    expect(screen.getByText(/^as of/)).toBeTruthy()
    await choose('Records', 'People')
    await waitFor(() => expect(screen.queryByText('Request 1')).toBeNull())
    expect(screen.getByText('Kept people')).toBeTruthy()
  })

  it('shows queued requests with their maximum price, and lets the user remove them', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { network, local } = open(<DownloadsScreen />, historyOf([aRequest(1)]))
    await screen.findByText('Request 1')
    act(() => network.cut())
    await act(() =>
      queueDownload(local, aRequest(9).requestId, {
        category: 'company',
        source: { kind: 'ids', ids: [aRequest(1).requestId, aRequest(2).requestId] },
        name: 'Asked in a lift',
        agreed: 2,
      }),
    )
    const device = await screen.findByRole('region', { name: 'Waiting to start' })
    expect(device.textContent).toMatch(/Asked in a lift.*2 companies · up to 2 credits/)
    // A retry may be under way; it fails, and nothing has left the device.
    await waitFor(async () => {
      const remove = within(device).queryByRole('button', { name: 'Remove Asked in a lift' })
      if (remove) await user.click(remove)
      expect(screen.queryByText('Asked in a lift')).toBeNull()
    })
  })

  it('says so if the device has cached nothing', async () => {
    connectivity.online = false
    const { network } = open(<DownloadsScreen />, {})
    act(() => network.cut())
    expect(await screen.findByText('Your downloads aren’t on this device yet')).toBeTruthy()
  })
})
