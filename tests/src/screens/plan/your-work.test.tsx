import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Unreachable } from '../../../../src/lib/api-errors.ts'
import * as saving from '../../../../src/lib/save-file.ts'
import { YourWork } from '../../../../src/screens/plan/your-work.tsx'
import { aRequest } from '../../../kit/fixtures/download-requests.ts'
import { fakeApi, show, type FakeCalls } from '../../../kit/screens/screen.tsx'

const saved = vi.spyOn(saving, 'saveFile').mockImplementation(() => undefined)
afterEach(() => saved.mockClear())

const file = { name: 'builders.csv', format: 'csv' as const, bytes: 3_400 }
const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
const yesterday = new Date(Date.now() - 86_400_000).toISOString()

const open = (calls: FakeCalls = {}) => {
  show(
    <YourWork orgId="org_1" />,
    fakeApi({
      work: async () => ({ lists: 2, searches: 0, notes: 1, visits: 0 }),
      downloadHistory: async () => ({
        success: true,
        total: 2,
        history: [
          aRequest(1, { name: 'Builders', file: { ...file, expiresAt: tomorrow } }),
          aRequest(2, { name: 'Older', file: { ...file, expiresAt: yesterday } }),
        ],
      }),
      ...calls,
    }),
    '/dashboard/plan-selection',
  )
  return userEvent.setup()
}

describe('the work of a company whose plan has ended', () => {
  it('is counted, and saved as one file from all parts', async () => {
    const inputs: unknown[] = []
    const user = open({
      workFile: async (input) => {
        inputs.push(input)
        return inputs.length === 1 ? { csv: 'a', next: 'lists' } : { csv: 'b', next: null }
      },
    })
    await screen.findByText(/Your work \(2 lists and 1 note\) is still here/)
    await user.click(screen.getByRole('button', { name: 'Export everything' }))
    await waitFor(() => expect(saved).toHaveBeenCalledOnce())
    expect(inputs).toEqual([{}, { after: 'lists' }])
    expect(saved.mock.calls[0]?.[0]).toMatch(/^fieldbook-work-\d{4}-\d{2}-\d{2}\.csv$/)
    expect(saved.mock.calls[0]?.[1]).toEqual(['a', 'b'])
  })

  it('is not saved in part when the export fails, and says that it is safe', async () => {
    const user = open({ workFile: () => Promise.reject(new Unreachable('network')) })
    await user.click(await screen.findByRole('button', { name: 'Export everything' }))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('We couldn’t export your work. It’s still here.')
    expect(saved).not.toHaveBeenCalled()
  })

  it('includes the downloads that have not expired', async () => {
    open()
    await screen.findByRole('button', { name: 'Download Builders' })
    expect(screen.queryByRole('button', { name: 'Download Older' })).toBeNull()
  })
})
