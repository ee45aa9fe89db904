import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { SearchScreen } from '../../../../src/screens/search/search-screen.tsx'
import { fakeApi, pageOf, show, windowOf } from '../../../kit/screens/screen.tsx'

const option = (value: string, hasChildren = false) => ({
  value,
  label: value,
  count: 9,
  hasChildren,
})
const levels = {
  top: [option('Construction', true), option('Mining'), option('Retail trade')],
  below: [option('Bridge building'), option('Home building')],
}

const open = (query: string) => {
  show(
    <SearchScreen />,
    fakeApi({
      records: () => Promise.resolve(pageOf([])),
      counts: () =>
        Promise.resolve({
          total: 8,
          counts: {
            industry: {
              Construction: 5,
              Mining: 1,
              'Retail trade': 7,
              'Bridge building': 2,
              'Home building': 4,
            },
          },
        }),
      filterLevels: ({ levelOneId }) => {
        const records = levelOneId === undefined ? levels.top : levels.below
        return Promise.resolve({ success: true, total: records.length, records })
      },
      optionLabels: ({ identifier }) =>
        Promise.resolve({
          labels: {},
          ...(identifier === 'industry' && { parents: { 'Home building': 'Construction' } }),
        }),
    }),
    `/dashboard/search/new${query}`,
  )
  return userEvent.setup()
}
const tree = () => screen.findByRole('group', { name: 'Industry options' })
const names = (group: HTMLElement) =>
  within(group)
    .getAllByRole('checkbox')
    .map((box) => box.getAttribute('aria-label'))

beforeEach(() => windowOf(1440))

describe('the tree of a filter', () => {
  it('shows a parent of a chosen option as partly chosen', async () => {
    open('?industry=Home building')
    const group = await tree()
    const parent = await within(group).findByRole<HTMLInputElement>('checkbox', {
      name: 'Construction',
    })
    await expect.poll(() => parent.indeterminate).toBe(true)
    expect(parent.checked).toBe(false)
    const other = within(group).getByRole<HTMLInputElement>('checkbox', { name: 'Mining' })
    expect(other.indeterminate).toBe(false)
  })

  it('shows a parent that is chosen itself as chosen', async () => {
    open('?industry=Home building&industry=Construction')
    const group = await tree()
    const parent = await within(group).findByRole<HTMLInputElement>('checkbox', {
      name: 'Construction',
    })
    expect(parent.checked).toBe(true)
    expect(parent.indeterminate).toBe(false)
  })

  it('orders the options of each level by their live counts', async () => {
    const user = open('?country=AU')
    const group = await tree()
    await expect.poll(() => names(group)).toEqual(['Retail trade', 'Construction', 'Mining'])
    await user.click(within(group).getByRole('button', { name: 'Open Construction' }))
    await expect
      .poll(() => names(group))
      .toEqual(['Retail trade', 'Construction', 'Home building', 'Bridge building', 'Mining'])
  })
})
