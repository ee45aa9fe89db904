import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { createRef } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Sheet } from '../../../src/ui/sheet.tsx'

afterEach(cleanup)

test('A sheet opens with the focus on its content, not on the close button', async () => {
  const field = createRef<HTMLInputElement>()
  render(
    <Sheet open onOpenChange={() => undefined} title="Find" initialFocus={field}>
      <input ref={field} aria-label="Name" />
    </Sheet>,
  )
  const input = await screen.findByLabelText('Name')
  await waitFor(() => expect(document.activeElement).toBe(input))
})
