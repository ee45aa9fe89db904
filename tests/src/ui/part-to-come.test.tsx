import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { contact } from '../../../src/lib/contact.ts'
import { PartToCome } from '../../../src/ui/part-to-come.tsx'

afterEach(() => {
  cleanup()
  contact.reached = true
})

test('a part of another service that cannot come without a connection says so, until there is one', async () => {
  render(<PartToCome />)
  expect(screen.queryByText('This part needs a connection')).toBeNull()
  await act(async () => void (contact.reached = false))
  expect(screen.getByText('This part needs a connection')).toBeTruthy()
  await act(async () => void (contact.reached = true))
  expect(screen.queryByText('This part needs a connection')).toBeNull()
})
