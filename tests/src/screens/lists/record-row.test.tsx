import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RecordView } from '../../../../contract/records/records.ts'
import { noDistances } from '../../../../src/screens/lists/found.ts'
import { RecordList } from '../../../../src/screens/lists/record-list.tsx'
import { RecordRow } from '../../../../src/screens/lists/record-row.tsx'
import { aCompany, aPerson } from '../../../kit/fixtures/records.ts'
import { windowOf } from '../../../kit/screens/screen.tsx'
import { dayOf } from '../../../../contract/core/days.ts'

const perth = { country: 'AU', state: 'WA', suburb: 'Osborne Park', lat: -31.9, lng: 115.81 }
const company = aCompany(1, {
  industry: { l1_code: 'E', l1: 'Construction', l2: 'Building installation services', naics: [] },
  hq: perth,
  employees_local: 84,
})

const open = (view: RecordView, distance?: { km: number; approx: boolean }): string[] => {
  const { container } = render(
    <RecordRow
      category={'position' in view ? 'people' : 'company'}
      view={view}
      distance={distance}
      origin={distance ? { lat: -31.9, lng: 115.8 } : null}
      actionsFor={() => []}
      selected={false}
      onToggle={() => {}}
      onOpen={() => {}}
    />,
  )
  return [...container.querySelectorAll('p')].map(({ textContent }) => textContent)
}

afterEach(cleanup)

describe('a record of a list on a phone', () => {
  beforeEach(() => windowOf(390))

  it('shows its location and distance on their own line', () => {
    expect(open(company, { km: 3.4, approx: false })).toEqual([
      'Company 1',
      'Building installation services',
      '3.4 km · Osborne Park WA',
      '84 employees · verified 1 Feb 2026',
    ])
    expect(screen.getByRole('link', { name: 'Open Company 1 in maps' })).toBeDefined()
  })

  it('shows the employer of a person on its own line', () => {
    expect(open(aPerson(1, { location: perth }))).toEqual([
      'Person 1',
      'Director of Operations',
      'Company 1',
      'Osborne Park WA · verified 1 Feb 2026',
    ])
  })

  it('has no empty lines where facts are missing', () => {
    expect(open(aCompany(2))).toEqual(['Company 2', 'verified 1 Feb 2026'])
  })
})

it('asks before a call to a number that was not checked in the last 30 days', async () => {
  const mobile = { value: '0491 570 156', masked: '0491 ••• •56', type: 'mobile' }
  const today = dayOf(new Date())
  open(aPerson(1, { mobile: { ...mobile, dnc: { listed: 'no', washed_at: '2026-02-01' } } }))
  open(aPerson(2, { mobile: { ...mobile, dnc: { listed: 'no', washed_at: today } } }))
  expect(
    screen.getAllByRole('link', { name: /^Call/ }).map((link) => link.getAttribute('aria-label')),
  ).toEqual(['Call Person 2'])
  await userEvent.click(
    screen.getByRole('button', {
      name: 'Call Person 1, whose number was not checked in the last 30 days',
    }),
  )
  const dialog = await screen.findByRole('dialog', { name: 'Call Person 1 anyway?' })
  expect(within(dialog).getByRole('link', { name: 'Call 0491 570 156' }).getAttribute('href')).toBe(
    'tel:0491570156',
  )
})

it('has three lines on a wide screen, and the distance beside them', () => {
  windowOf(1440)
  expect(open(company, { km: 3.4, approx: false })).toEqual([
    'Company 1',
    'Building installation services · Osborne Park WA',
    '84 employees · verified 1 Feb 2026',
  ])
  expect(screen.getByText('3.4 km')).toBeDefined()
})

it('is as high as its lines, also after a tablet rotates', async () => {
  windowOf(390)
  const found = {
    total: 2,
    ids: null,
    at: (index: number) => aCompany(index + 1),
    need: () => {},
    distances: noDistances,
    trouble: null,
    retry: () => {},
  }
  render(
    <RecordList
      category="company"
      found={found}
      total={2}
      origin={null}
      actionsFor={() => []}
      selection={{ chosen: new Set(), toggle: () => {} }}
      onOpen={() => {}}
    />,
  )
  const heights = () => screen.getAllByRole('listitem').map(({ style }) => style.height)
  const whole = () => screen.getByRole('list').style.height
  expect([heights(), whole()]).toEqual([['100px', '100px'], '200px'])
  act(() => windowOf(820))
  await waitFor(() => expect([heights(), whole()]).toEqual([['84px', '84px'], '168px']))
})
