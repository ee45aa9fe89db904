import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { HistoryRow } from '../../../../contract/money/downloads.ts'
import type { Upload } from '../../../../contract/money/uploads.ts'
import type { List } from '../../../../contract/saved-work/lists.ts'
import { links } from '../../../../contract/links.ts'
import { ExchangeScreen } from '../../../../src/screens/uploads/exchange-screen.tsx'
import { stepLink } from '../../../../src/screens/uploads/steps.tsx'
import { UploadScreen } from '../../../../src/screens/uploads/upload-screen.tsx'
import { session } from '../../../../src/session/session.ts'
import { connectivity } from '../../../../src/lib/connectivity.ts'
import { downloadStore } from '../../../../src/shared/downloads/download-store.ts'
import { alex } from '../../../kit/session/people.ts'
import { aMember, anInfo } from '../../../kit/screens/members.ts'
import { fakeApi, show, type FakeCalls } from '../../../kit/screens/screen.tsx'
import { aMetadata, anUpload, aProblem, cachesInMemory, id } from '../../../kit/screens/uploads.ts'

const unknown = session.current()
beforeEach(() => {
  act(() => session.update({ identity: { ...alex, role: 'standard' } }))
  vi.stubGlobal('caches', cachesInMemory())
})
afterEach(() => {
  vi.unstubAllGlobals()
  connectivity.online = true
  downloadStore.requested = null
  act(() => session.update(unknown))
})

const price = {
  total: 798,
  owned: 35,
  suppressed: 3,
  empty: 0,
  chargeable: 760,
  balance: 1_800,
  after: 1_040,
  capLeft: null,
}

const open = (upload: Upload, calls: FakeCalls = {}) =>
  show(
    <UploadScreen />,
    fakeApi({
      upload: () => Promise.resolve(upload),
      estimate: () => Promise.resolve(price),
      customerMetadata: () => Promise.resolve(aMetadata()),
      customerInfo: () => Promise.resolve(anInfo([aMember({ name: 'Kim Wattle' })])),
      ...calls,
    }),
    stepLink(id, 'out'),
  )

describe('enriching an upload', () => {
  it('shows the price before payment, and asks for columns and format', async () => {
    open(anUpload())
    await screen.findByText('798 companies')
    expect(screen.getByText('35 already revealed')).toBeDefined()
    expect(screen.getByText('760 credits')).toBeDefined()
    expect(screen.getByText(/14 of them are duplicates/)).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Choose columns and format' }))
    expect(downloadStore.requested).toEqual({
      category: 'company',
      source: { kind: 'upload', uploadId: id, fromRow: 1 },
      name: 'leads',
    })
  })

  it('enriches a file over the row limit part by part, and shows the limit', async () => {
    const requests: unknown[] = []
    open(anUpload({ rows: 25_000 }), {
      estimate: ({ source }) => {
        requests.push(source)
        return Promise.resolve(price)
      },
    })
    await screen.findByText(/Each file holds up to 10,000 rows, so this upload makes 3 files/)
    await userEvent.selectOptions(
      screen.getByRole('combobox', { name: 'Rows' }),
      '20,001 to 25,000',
    )
    await vi.waitFor(() =>
      expect(requests.at(-1)).toEqual({ kind: 'upload', uploadId: id, fromRow: 20_001 }),
    )
  })

  it('is disabled with the name of an admin to ask, if an admin has turned it off', async () => {
    open(anUpload(), { customerMetadata: () => Promise.resolve(aMetadata(['enrich'])) })
    await screen.findAllByText(
      'An admin has turned off “Download from uploads” for you. Ask Kim Wattle.',
    )
    const button = screen.getByRole('button', { name: /^Choose columns and format/ })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(button)
    expect(downloadStore.requested).toBeNull()
  })

  it('shows the progress of its request, and where to find the file', async () => {
    // Only the fields that the screen reads.
    const running = {
      requestId: 'r',
      status: 'CREDIT_VALIDATION_COMPLETED',
      statusLabel: 'In progress',
      label: 'Download from uploads',
      file: null,
      done: 400,
      rows: { requested: 1_000 },
      reason: null,
    } as HistoryRow
    open(anUpload({ state: 'ENRICHING', requestId: 'r' }), {
      downloadRequest: () => Promise.resolve(running),
    })
    await screen.findByText('Download from uploads')
    expect(screen.getByText('400 of 1,000')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Go to Download centre' }).getAttribute('href')).toBe(
      links.downloadCenter(),
    )
  })

  it('offers the file first once it is paid, and another format beside it', async () => {
    const requested: unknown[] = []
    // Only the fields that the screen reads.
    const completed = {
      requestId: 'r',
      status: 'DOWNLOAD_FILE_GENERATED',
      statusLabel: 'Completed',
      label: 'Download from uploads',
      rows: { requested: 1_000 },
      reason: null,
      file: { name: 'leads.csv', format: 'csv', bytes: 9, expiresAt: '2026-03-03T10:00:00Z' },
    } as HistoryRow
    open(anUpload({ state: 'DONE', requestId: 'r' }), {
      downloadRequest: () => Promise.resolve(completed),
      downloadLink: (input) => {
        requested.push(input)
        return Promise.resolve({ url: '/file', expiresAt: '2026-03-03T10:00:00Z' })
      },
    })
    const button = await screen.findByRole('button', { name: 'Download file' })
    expect(screen.queryByRole('button', { name: 'Choose columns and format' })).toBeNull()
    await userEvent.click(button)
    expect(requested).toEqual([{ id: 'r', what: 'file' }])
    await userEvent.click(screen.getByRole('button', { name: 'Choose another format' }))
    expect(downloadStore.requested).not.toBeNull()
  })

  it('requires a match first', async () => {
    open(anUpload({ counts: { accepted: 0, review: 9, unmatched: 991, duplicates: 0 } }))
    await screen.findByText('No matched rows yet')
    expect(screen.getByRole('link', { name: 'Review uncertain rows' })).toBeDefined()
  })
})

describe('putting the records of an upload into a list', () => {
  it("suggests the file's name, and shows beside the field that a name is in use", async () => {
    const requests: unknown[] = []
    open(anUpload(), {
      listUpload: ({ name }) => {
        requests.push(name)
        return name === 'leads'
          ? Promise.reject(aProblem('name-taken'))
          : // Only the fields that the screen reads.
            Promise.resolve({ id: 'list', name, count: 798 } as List)
      },
    })
    const name = await screen.findByLabelText('List name')
    await userEvent.click(screen.getByRole('button', { name: 'Create list' }))
    await screen.findByText('You already have a list or search with this name.')
    await userEvent.clear(name)
    await userEvent.type(name, 'Autumn leads')
    await userEvent.click(screen.getByRole('button', { name: 'Create list' }))
    await screen.findByText('“Autumn leads” has 798 companies.')
    expect(screen.getByRole('link', { name: 'Open list' }).getAttribute('href')).toBe(
      links.list('list'),
    )
    expect(requests).toEqual(['leads', 'Autumn leads'])
  })
})

describe('the list of uploads', () => {
  const files = (uploads: Upload[]) =>
    show(
      <ExchangeScreen />,
      fakeApi({ uploads: () => Promise.resolve(uploads) }),
      links.dataExchange(),
    )

  it('shows the progress and result of each file', async () => {
    files([
      anUpload(),
      anUpload({
        id: id.replace('777', '778'),
        name: 'half.csv',
        state: 'UPLOADED',
        receivedBytes: 24_100,
      }),
      anUpload({ id: id.replace('777', '779'), name: 'busy.csv', state: 'MATCHING', done: 250 }),
      anUpload({
        id: id.replace('777', '780'),
        name: 'broken.csv',
        state: 'FAILED',
        reason: 'Row 17 opens a quotation mark that never closes.',
        isOwner: false,
        user: { userId: 'user_2', name: 'Sam Wattle' },
      }),
    ])
    await screen.findByText('812 matched · 90 to review · 98 unmatched')
    expect(screen.getByText('To review')).toBeDefined()
    expect(screen.getByText('Upload not finished')).toBeDefined()
    expect(
      screen
        .getByRole('progressbar', { name: 'Rows of busy.csv matched' })
        .getAttribute('aria-valuenow'),
    ).toBe('250')
    expect(screen.getByText('Row 17 opens a quotation mark that never closes.')).toBeDefined()
    expect(screen.getByText(/Sam Wattle/)).toBeDefined()
  })

  it('is readable offline, with its age', async () => {
    files([anUpload()])
    await screen.findByText(/812 matched/)
    act(() => {
      connectivity.online = false
    })
    await screen.findByText(/You’re offline\. Files/)
    expect(screen.getByText(/812 matched/)).toBeDefined()
  })

  it('invites to upload a file when empty', async () => {
    files([])
    await screen.findByText('No files yet')
    expect(screen.getAllByRole('link', { name: 'Upload a file' })).toHaveLength(1)
  })
})
