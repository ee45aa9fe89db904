import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Activity } from '../../../../contract/saved-work/activities.ts'
import type { RecordView } from '../../../../contract/records/records.ts'
import { regionOf } from '../../../../src/shared/visits/region.ts'
import { noDistances } from '../../../../src/screens/lists/found.ts'
import { RecordList } from '../../../../src/screens/lists/record-list.tsx'
import { RecordCard } from '../../../../src/screens/lists/record-card.tsx'
import { aCompany, aPerson } from '../../../kit/fixtures/records.ts'
import { windowOf } from '../../../kit/screens/screen.tsx'
import { dayOf } from '../../../../contract/core/days.ts'

const perth = { country: 'AU', state: 'WA', suburb: 'Osborne Park', lat: -31.9, lng: 115.81 }
const company = aCompany(1, {
  industry: { l1_code: 'E', l1: 'Construction', l2: 'Building installation services', naics: [] },
  hq: perth,
  employees_local: 84,
})

const rowOf = (view: RecordView, distance?: { km: number; approx: boolean }, visit?: Activity) => ({
  category: 'position' in view ? ('people' as const) : ('company' as const),
  view,
  distance,
  origin: distance ? { lat: -31.9, lng: 115.8 } : null,
  region: ['AU/WA'],
  visit,
  actionsFor: () => [],
  selected: false,
  onToggle: vi.fn<(id: string) => void>(),
  onOpen: vi.fn<(id: string) => void>(),
  onVisit: vi.fn<(view: RecordView) => void>(),
  noVisitReason: undefined,
})
const linesIn = (container: HTMLElement): string[] =>
  [...container.querySelectorAll('p:not([aria-hidden])')]
    .map(({ textContent }) => textContent)
    .filter((text) => text !== '')
const openCard = (...given: Parameters<typeof rowOf>) => {
  const row = rowOf(...given)
  const { container } = render(<RecordCard {...row} selecting={false} />)
  return { ...row, lines: linesIn(container), card: container.querySelector('.touch-pan-y') }
}
const visit = (at: string, given: Partial<Activity> = {}): Activity => ({
  id: 'visit',
  kind: 'visit',
  category: 'company',
  recordId: company.id,
  text: '',
  at,
  outcome: 'met',
  field: null,
  authorId: 'user_1',
  isAuthor: true,
  version: 1,
  createdAt: at,
  updatedAt: at,
  ...given,
})

afterEach(cleanup)

describe('a record of a list on a phone', () => {
  beforeEach(() => windowOf(390))

  it('shows its distance beside its name, and its town', () => {
    expect(openCard(company, { km: 3.4, approx: false }).lines).toEqual([
      'Company 13.4 km',
      'Building installation services',
      'Osborne Park WA',
    ])
  })

  it('shows the position and the employer of a person', () => {
    expect(openCard(aPerson(1, { location: perth })).lines).toEqual([
      'Person 1',
      'Director of Operations · Company 1',
      'Osborne Park WA',
    ])
  })

  it('shows the last visit: of today, of another day, of a colleague', () => {
    const today = new Date().toISOString()
    const last = (given: Activity) => openCard(company, undefined, given).lines.at(-1)
    expect(last(visit(today))).toBe('Visited today · Met')
    expect(last(visit('2026-03-03T02:00:00Z', { outcome: 'nobody there' }))).toBe(
      'Visited 3 Mar 2026 · No one there',
    )
    expect(last(visit(today, { isAuthor: false }))).toBe('Colleague visited today · Met')
  })

  it('logs a visit on a swipe to the right and on its button', async () => {
    const { card, onVisit } = openCard(company)
    swipe(card, 120)
    expect(onVisit).toHaveBeenCalledTimes(1)
    const button = screen.getByRole('button', { name: 'Log visit to Company 1' })
    expect(button.textContent).toBe('Log visit')
    await userEvent.click(button)
    expect(onVisit).toHaveBeenCalledTimes(2)
  })

  it('calls on a swipe to the left', () => {
    const { card } = openCard(aCompany(1, { phones: ['(08) 5550 0101'] }))
    const called = vi.fn<(event: MouseEvent) => void>((event) => event.preventDefault())
    screen.getByRole('link', { name: 'Call Company 1' }).addEventListener('click', called)
    swipe(card, -120)
    expect(called).toHaveBeenCalledTimes(1)
  })

  it('does nothing on a short swipe, on a scroll, and with a mouse', () => {
    const { card, onVisit } = openCard(company)
    swipe(card, 60)
    swipe(card, 120, { pointerType: 'mouse' })
    fireEvent.pointerDown(card ?? document, { ...finger, clientX: 100, clientY: 100 })
    fireEvent.pointerMove(card ?? document, { ...finger, clientX: 220, clientY: 160 })
    fireEvent.pointerCancel(card ?? document, finger)
    expect(onVisit).not.toHaveBeenCalled()
  })

  it('is selected by a long press', () => {
    vi.useFakeTimers()
    const { card, onToggle } = openCard(company)
    fireEvent.pointerDown(card ?? document, { ...finger, clientX: 100, clientY: 100 })
    vi.advanceTimersByTime(600)
    expect(onToggle).toHaveBeenCalledWith(company.id)
    vi.useRealTimers()
  })

  it('shows the office in the region of the list, not the head office elsewhere', () => {
    const sydney = { country: 'AU', state: 'NSW', suburb: 'Blacktown', lat: -33.77, lng: 150.9 }
    const { lines } = openCard(aCompany(3, { hq: sydney, locations: [{ ...perth, is_hq: false }] }))
    expect(lines.at(-1)).toBe('Osborne Park WA')
  })
})

const sharedBy = (sets: string[][], name: string) =>
  regionOf({ filtered: undefined, sets: () => sets, name })

it('a region is the smallest location that all records of a list share', () => {
  const rockingham = ['AU', 'AU/WA', 'AU/WA/Rockingham']
  const both = ['AU', 'AU/NSW', 'AU/WA', 'AU/WA/Perth']
  expect(sharedBy([both, rockingham], 'Round')).toEqual(['AU/WA'])
  expect(sharedBy([['NZ'], rockingham], 'Round')).toEqual([])
  expect(sharedBy([], 'Round')).toEqual([])
})

it.each([
  ['Tuesday round', 'AU/WA/Perth'],
  ['Best of Melbourne', 'AU/VIC/Melbourne'],
  ['VIC builders', 'AU/VIC/Melbourne'],
  ['Victoria, spring', 'AU/VIC'],
  ['Perth builders', 'AU/WA/Perth'],
])(
  'large companies with the same cities are shown in the region of the list “%s”: %s',
  (name, region) => {
    const everywhere = ['AU', 'AU/VIC', 'AU/VIC/Melbourne', 'AU/WA', 'AU/WA/Perth']
    expect(sharedBy([everywhere, everywhere.toReversed()], name)).toEqual([region])
  },
)

const finger = { pointerId: 1, pointerType: 'touch', isPrimary: true }
const swipe = (card: Element | null, by: number, given = {}): void => {
  const at = { ...finger, ...given, clientY: 100 }
  fireEvent.pointerDown(card ?? document, { ...at, clientX: 190 })
  fireEvent.pointerMove(card ?? document, { ...at, clientX: 190 + by / 2 })
  fireEvent.pointerMove(card ?? document, { ...at, clientX: 190 + by })
  fireEvent.pointerUp(card ?? document, { ...at, clientX: 190 + by })
}

it('asks before a call to a number that was not checked in the last 30 days', async () => {
  const mobile = { value: '0491 570 156', masked: '0491 ••• •56', type: 'mobile' }
  const today = dayOf(new Date())
  openCard(aPerson(1, { mobile: { ...mobile, dnc: { listed: 'no', washed_at: '2026-02-01' } } }))
  openCard(aPerson(2, { mobile: { ...mobile, dnc: { listed: 'no', washed_at: today } } }))
  expect(
    screen.getAllByRole('link', { name: /^Call/ }).map((link) => link.getAttribute('aria-label')),
  ).toEqual(['Call Person 2'])
  await userEvent.click(
    screen.getByRole('button', {
      name: 'Call Person 1, not checked in the last 30 days',
    }),
  )
  const dialog = await screen.findByRole('dialog', { name: 'Call Person 1 anyway?' })
  expect(within(dialog).getByRole('link', { name: 'Call 0491 570 156' }).getAttribute('href')).toBe(
    'tel:0491570156',
  )
})

describe('the records of a list on a tablet or desktop', () => {
  const records = [company, aCompany(2), aCompany(3)]
  const show = (given: Partial<Parameters<typeof RecordList>[0]> = {}) => {
    const selection = {
      chosen: new Set<string>(),
      toggle: vi.fn<(id: string) => void>(),
      clear: vi.fn<() => void>(),
      first: vi.fn<(count: number) => Promise<void>>(),
    }
    const onSort = vi.fn<(field: string) => void>()
    const onOpen = vi.fn<(id: string) => void>()
    render(
      <RecordList
        address="/dashboard/list?id=a"
        category="company"
        found={{
          total: 3,
          ids: null,
          at: (index: number) => records[index],
          need: () => {},
          distances: noDistances,
          trouble: null,
          retry: () => {},
        }}
        total={3}
        origin={null}
        region={[]}
        visits={undefined}
        actionsFor={() => []}
        selection={selection}
        sorting={{ by: { field: 'employees', order: 'desc' }, offered: ['name'], onSort }}
        onVisit={() => {}}
        open={null}
        onOpen={onOpen}
        noVisitReason={undefined}
        {...given}
      />,
    )
    return { ...selection, onSort, onOpen }
  }
  const rowAt = (index: number) => screen.getAllByRole('row')[index + 1] ?? document.body
  beforeEach(() => windowOf(1440))

  it('are the table of the search, with the distance in the cell of the location', () => {
    show({
      origin: { lat: -31.9, lng: 115.8 },
      found: {
        total: 3,
        ids: null,
        at: (index: number) => records[index],
        need: () => {},
        distances: new Map([[company.id, { km: 3.4, approx: false }]]),
        trouble: null,
        retry: () => {},
      },
    })
    expect(screen.getByRole('columnheader', { name: 'Signals (90 days)' })).toBeDefined()
    expect(within(rowAt(0)).getByText('3.4 km').closest('td')?.textContent).toBe(
      '3.4 km Osborne Park WA',
    )
    // On a line of its own, where it is not cut.
    expect(within(rowAt(0)).getByTitle('Osborne Park WA').textContent).toBe('Osborne Park WA')
  })

  it('show the last visit below the name', () => {
    show({ visits: new Map([[company.id, visit(new Date().toISOString())]]) })
    expect(within(rowAt(0)).getByRole('rowheader').textContent).toContain('Visited today · Met')
  })

  it('are moved through, selected and opened with the keyboard, and opened by a press', async () => {
    const { toggle, onOpen } = show()
    rowAt(0).focus()
    await userEvent.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(rowAt(1))
    await userEvent.keyboard(' ')
    expect(toggle).toHaveBeenCalledWith(aCompany(2).id)
    await userEvent.keyboard('{End}{Enter}')
    expect(onOpen).toHaveBeenLastCalledWith(aCompany(3).id)
    await userEvent.click(within(rowAt(0)).getByText('84'))
    expect(onOpen).toHaveBeenLastCalledWith(company.id)
  })

  it('mark the row of the record that is open beside them', () => {
    show({ open: aCompany(2).id })
    expect([0, 1].map((index) => rowAt(index).getAttribute('aria-current'))).toEqual([null, 'true'])
  })

  it('are sorted by a press on a header, and all are selected by the box above', async () => {
    const { first, onSort } = show()
    await userEvent.click(screen.getByRole('button', { name: 'Company' }))
    expect(onSort).toHaveBeenCalledWith('name')
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all 3' }))
    expect(first).toHaveBeenCalledWith(3)
  })

  it('are cards on a phone until it is turned', async () => {
    windowOf(390)
    show()
    expect(screen.getAllByRole('listitem').map(({ style }) => style.height)).toEqual(
      records.map(() => '88px'),
    )
    act(() => windowOf(820))
    await screen.findByRole('table')
    expect(screen.queryByRole('listitem')).toBeNull()
  })
})
