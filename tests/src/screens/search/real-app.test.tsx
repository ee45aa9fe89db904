import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, describe, expect, it } from 'vitest'
import { panel } from '../../../../src/screens/search/panel-state.ts'
import { SearchScreen } from '../../../../src/screens/search/search-screen.tsx'
import { RecordScreen } from '../../../../src/screens/records/record-screen.tsx'
import { RecordPanel } from '../../../../src/screens/records/record-panel.tsx'
import { startRealApp } from '../../../kit/screens/real-app.ts'
import { show, windowOf } from '../../../kit/screens/screen.tsx'

const { api, close } = await startRealApp()
afterAll(close)

const totalOf = async (name: string): Promise<number> => {
  const tab = await screen.findByRole('tab', { name: new RegExp(`${name} [\\d,]+`) })
  return Number(tab.textContent?.replace(name, '').replaceAll(',', ''))
}

describe('the search screen on the real server', () => {
  it('finds companies by industry and location, then their directors, and opens a person', async () => {
    windowOf(1440)
    panel.filters = { industry: true, location: true, seniority: true }
    show(<SearchScreen recordPanel={RecordPanel} />, api)
    const user = userEvent.setup()
    const all = await totalOf('Companies')
    expect(all).toBeGreaterThan(100)

    await user.click(await screen.findByRole('checkbox', { name: 'Construction' }))
    const industry = await api.records({
      category: 'company',
      filters: { country: ['AU'], industry: ['Construction'] },
    })
    await screen.findByRole('tab', { name: `Companies ${industry.total}` })
    expect(industry.total).toBeLessThan(all)

    await user.click(screen.getByRole('tab', { name: /People/ }))
    const seniority = await screen.findByRole('group', { name: 'Seniority' })
    const director = await within(seniority).findByRole('checkbox', { name: 'Director' })
    const row = director.closest('label')
    const promised = await within(row ?? seniority).findByText(/^\d+$/)
    const count = promised.textContent ?? ''
    await user.click(director)
    await screen.findByRole('tab', { name: `People ${count}` })

    const [first] = await screen.findAllByRole('rowheader')
    const name = first?.querySelector('a')?.textContent ?? ''
    await user.click(within(first ?? document.body).getByRole('link', { name }))
    await screen.findByRole('heading', { level: 2, name })
    expect(location.search).toContain('open=')
    await act(async () => {
      history.back()
      await new Promise((done) => setTimeout(done, 20))
    })
    expect(location.search).not.toContain('open=')
    expect(screen.getByRole('tab', { name: `People ${count}` })).toBeDefined()
  })

  it('shows a person with sources, and masks contact details until a reveal', async () => {
    const found = await api.records({
      category: 'people',
      filters: { country: ['AU'], has_mobile: ['Yes'], has_work_email: ['Yes'] },
      size: 1,
    })
    const id = found.records[0]?.id ?? ''
    show(<RecordScreen category="people" />, api, `/dashboard/people?id=${id}&tab=contact`)
    await screen.findByRole('heading', { level: 1, name: found.records[0]?.name ?? '' })
    const mobile = screen.getByText('Mobile', { selector: 'dt button' }).closest('div')
    expect(mobile?.textContent).toMatch(/•/)
    expect(mobile?.querySelector('a')).toBeNull()
    expect(screen.getByText(/^Source: /).textContent).toMatch(/\d{4} · Confidence \d+%/)
  })
})
