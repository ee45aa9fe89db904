import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { RecordTabs } from '../../../../src/screens/records/record-tabs.tsx'

afterEach(cleanup)

it('scrolls to the selected tab again when the width of the window changes', () => {
  history.replaceState(null, '', '/?tab=jobs')
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView')
  const tabs = [
    { id: 'overview', label: 'Overview' },
    { id: 'jobs', label: 'Jobs' },
  ] as const
  render(
    <RecordTabs label="Parts" tabs={tabs}>
      {(tab) => tab}
    </RecordTabs>,
  )
  shown.mockClear()
  act(() => void dispatchEvent(new Event('resize')))
  expect(shown.mock.contexts).toEqual([screen.getByRole('tab', { name: 'Jobs' })])
})
