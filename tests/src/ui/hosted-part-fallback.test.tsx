import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { connectivity } from '../../../src/lib/connectivity.ts'
import { HostedPartFallback } from '../../../src/ui/hosted-part-fallback.tsx'

afterEach(() => {
  cleanup()
  connectivity.online = true
})

test('A part of another service says while offline that it needs a connection', async () => {
  render(<HostedPartFallback />)
  expect(screen.queryByText('This part needs a connection')).toBeNull()
  await act(async () => void (connectivity.online = false))
  expect(screen.getByText('This part needs a connection')).toBeTruthy()
  await act(async () => void (connectivity.online = true))
  expect(screen.queryByText('This part needs a connection')).toBeNull()
})
