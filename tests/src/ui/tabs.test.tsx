import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { cleanup } from '@testing-library/react'
import { TabPanel, Tabs } from '../../../src/ui/tabs.tsx'

afterEach(cleanup)

const tabs = [
  { id: 'company', label: 'Companies', count: '20,000' },
  { id: 'people', label: 'People' },
  { id: 'intent', label: 'Intent' },
] as const

const Example = () => {
  const [selected, select] = useState<'company' | 'people' | 'intent'>('company')
  return (
    <>
      <Tabs group="t" label="Results" tabs={tabs} selected={selected} onSelect={select} />
      <TabPanel group="t" id={selected}>
        {selected}
      </TabPanel>
    </>
  )
}

const selected = (): string | null => screen.getByRole('tab', { selected: true }).textContent

it('Arrows move and select, around the ends; Home and End jump', async () => {
  const user = userEvent.setup()
  render(<Example />)
  await user.tab()
  expect(document.activeElement?.textContent).toContain('Companies')
  await user.keyboard('{ArrowRight}')
  expect(selected()).toBe('People')
  expect(document.activeElement).toBe(screen.getByRole('tab', { selected: true }))
  await user.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(selected()).toBe('Intent')
  await user.keyboard('{ArrowRight}')
  expect(selected()).toContain('Companies')
  await user.keyboard('{End}')
  expect(selected()).toBe('Intent')
  await user.keyboard('{Home}')
  expect(selected()).toContain('Companies')
})

it('Tab stops once, on the selected tab', () => {
  render(<Example />)
  const stops = screen.getAllByRole('tab').map((tab) => tab.getAttribute('tabindex'))
  expect(stops).toEqual(['0', '-1', '-1'])
})

it('The panel is named by its tab and the tab references its panel', () => {
  render(<Example />)
  const panel = screen.getByRole('tabpanel')
  expect(panel.getAttribute('aria-labelledby')).toBe('t-tab-company')
  expect(screen.getByRole('tab', { selected: true }).getAttribute('aria-controls')).toBe(panel.id)
})
