import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { RecordTabs } from '../../../../src/screens/records/record-tabs.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('scrolls its row to the selected tab, also when the width of the window changes', () => {
  history.replaceState(null, '', '/?tab=jobs')
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return this.getAttribute('role') === 'tablist'
      ? new DOMRect(0, 0, 300, 40)
      : new DOMRect(500 - (this.parentElement?.scrollLeft ?? 0), 0, 100, 40)
  })
  const tabs = [
    { id: 'overview', label: 'Overview' },
    { id: 'jobs', label: 'Jobs' },
  ] as const
  render(
    <RecordTabs label="Parts" tabs={tabs}>
      {(tab) => tab}
    </RecordTabs>,
  )
  const row = screen.getByRole('tablist')
  expect(row.scrollLeft).toBe(400)
  row.scrollLeft = 0
  act(() => void dispatchEvent(new Event('resize')))
  expect(row.scrollLeft).toBe(400)
})
