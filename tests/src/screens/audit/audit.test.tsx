import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { auditActs, AuditAct, type AuditEntry } from '../../../../contract/org/audit.ts'
import { AuditScreen } from '../../../../src/screens/audit/audit-screen.tsx'
import { chosenOf } from '../../../../src/screens/audit/queries.ts'
import { auditAddress, readAuditView } from '../../../../src/screens/audit/view.ts'
import { describeDetails } from '../../../../src/screens/audit/copy.ts'
import { session } from '../../../../src/session/session.ts'
import { alex } from '../../../kit/session/people.ts'
import { aMember, anInfo } from '../../../kit/screens/members.ts'
import { fakeApi, show, windowOf, type FakeCalls } from '../../../kit/screens/screen.tsx'

const unknown = session.current()
beforeEach(() => act(() => session.update({ identity: alex })))
afterEach(() => act(() => session.update(unknown)))

const anEntry = (given: Partial<AuditEntry> = {}): AuditEntry => ({
  seq: 12,
  at: '2026-03-03T10:42:00.000Z',
  act: 'download',
  subject: '0190a0a0-0000-7000-8000-000000000001',
  details: { category: 'people', records: 120, owned: 35, credits: 82 },
  userId: 'user_1',
  userName: 'Alex Fernleigh',
  requestId: null,
  ip: '203.0.113.9',
  hash: 'a'.repeat(64),
  ...given,
})

const open = (calls: FakeCalls = {}, address = '/dashboard/audit') =>
  show(
    <AuditScreen />,
    fakeApi({
      audit: async () => ({ success: true, total: 1, entries: [anEntry()] }),
      auditCheck: async () => ({ entries: 12, brokenAt: null }),
      customerInfo: async () => anInfo([aMember()]),
      ...calls,
    }),
    address,
  )

describe('the audit log', () => {
  it('shows who did what, when and from where, with a link to the subject', async () => {
    windowOf(1440)
    open()
    const row = within(
      (await screen.findByRole('cell', { name: '12' })).closest('tr') as HTMLElement,
    )
    expect(row.getByRole('rowheader').textContent).toContain('Downloaded records')
    row.getByText('Alex Fernleigh')
    row.getByText('120 people, 35 already yours, 82 credits')
    row.getByText('203.0.113.9')
    fireEvent.click(row.getByText('Alex Fernleigh'))
    const sheet = within(await screen.findByRole('dialog', { name: 'Downloaded records' }))
    sheet.getByText('3 Mar 2026', { exact: false })
    sheet.getByText('a'.repeat(64))
    expect(sheet.getByRole('link', { name: 'View' }).getAttribute('href')).toContain(
      '/dashboard/download-center?open=',
    )
    await screen.findByText(/12 entries\. Integrity check passed\./)
  })

  it('filters by a member who has left, if an entry names them', async () => {
    windowOf(1440)
    const entries = [anEntry(), anEntry({ seq: 11, userId: 'user_left', userName: 'Leo Marsh' })]
    open({ audit: async () => ({ success: true, total: 2, entries }) })
    const left = await screen.findByRole('option', { name: 'Leo Marsh (left)' })
    fireEvent.change(screen.getByRole('combobox', { name: 'Who' }), {
      target: { value: 'user_left' },
    })
    expect(new URLSearchParams(location.search).get('user')).toBe('user_left')
    expect(left).toHaveProperty('selected', true)
  })

  it('shows the same entries on a phone', async () => {
    windowOf(390)
    open()
    const card = await screen.findByRole('button', { name: /120 people, 35 already yours/ })
    expect(screen.queryByRole('table')).toBeNull()
    fireEvent.click(card)
    await screen.findByRole('dialog', { name: 'Downloaded records' })
  })

  it('filters by act, member and days, and keeps the filters in the address', async () => {
    const requests: unknown[] = []
    open({
      audit: async (input) => {
        requests.push(input)
        return { success: true, total: 0, entries: [] }
      },
    })
    await screen.findByText('No entries yet')
    fireEvent.change(screen.getByLabelText('What'), { target: { value: 'sharing' } })
    await screen.findByText('No matching entries')
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-03-01' } })
    await screen.findByText('No matching entries')
    expect(requests.at(-1)).toEqual({
      act: 'sharing',
      since: new Date('2026-03-01T00:00').toISOString(),
      from: 0,
      size: 25,
    })
    expect(window.location.search).toBe('?act=sharing&since=2026-03-01')
  })

  it('filters by the days it shows beside the entries, in any time zone', () => {
    const zone = process.env['TZ']
    process.env['TZ'] = 'Pacific/Auckland'
    try {
      const view = { page: 0, act: null, userId: null, since: '2026-03-01', until: '2026-03-02' }
      expect(chosenOf(view)).toEqual({
        since: '2026-02-28T11:00:00.000Z',
        until: '2026-03-02T11:00:00.000Z',
      })
    } finally {
      if (zone === undefined) delete process.env['TZ']
      else process.env['TZ'] = zone
    }
  })

  it('warns about an altered entry', async () => {
    open({ auditCheck: async () => ({ entries: 12, brokenAt: 7 }) })
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Entry 7 has been altered or removed',
    )
  })

  it('says so when it gets no answer', async () => {
    open({ audit: async () => Promise.reject(new Error('The database is away')) })
    expect(await screen.findByText('We couldn’t load the audit log')).toBeTruthy()
  })

  it('parses any address, and writes the same address again', () => {
    const view = readAuditView('?act=reveal&user=user_1&since=2026-03-01&until=2026-03-02&page=3')
    expect(view).toEqual({
      page: 2,
      act: 'reveal',
      userId: 'user_1',
      since: '2026-03-01',
      until: '2026-03-02',
    })
    expect(readAuditView(auditAddress(view).split('?')[1] ?? '')).toEqual(view)
    expect(readAuditView('?act=x&since=yesterday&page=-1')).toEqual({
      page: 0,
      act: null,
      userId: null,
      since: null,
      until: null,
    })
  })

  it('has copy for every act, also for an entry without details', () => {
    for (const act of AuditAct.options) {
      expect(auditActs[act]).not.toBe('')
      const details = describeDetails({ act, subject: 'user_1', details: {} }, () => 'Alex')
      expect(details).not.toMatch(/undefined|NaN|null/)
    }
  })
})
