import { cleanup, render, screen } from '@testing-library/react'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { EmptyState } from '../../../src/ui/empty-state.tsx'

afterEach(cleanup)

it.each(['blank', 'search', 'done', 'offline'] as const)(
  'an empty state shows the drawing %s, which screen readers skip',
  async (drawing) => {
    const { container } = render(<EmptyState drawing={drawing} title="No lists yet" />)
    await screen.findByText('No lists yet')
    await vi.waitFor(() =>
      expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true'),
    )
    expect(container.textContent).toBe('No lists yet')
  },
)

it('no line draws itself when the user asks for less motion', () => {
  const css = readFileSync(join(import.meta.dirname, '../../../src/ui/tokens.css'), 'utf8')
  const reduced = css.slice(css.indexOf('@media (prefers-reduced-motion: reduce)'))
  expect(reduced).toContain('--animate-draw: none')
})
