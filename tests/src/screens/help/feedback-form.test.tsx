import { line, showOnDevice } from '../../../kit/screens/saved-searches.tsx'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { FeedbackForm } from '../../../../src/screens/help/feedback-form.tsx'
import type { ApiClient } from '../../../../src/lib/api.ts'
import { fakeApi } from '../../../kit/screens/screen.tsx'

const takePicture = vi.hoisted(() => vi.fn<() => string | null>(() => '/9j/2w=='))
vi.mock('../../../../src/screens/help/screen-picture.ts', () => ({ takePicture }))

it('Feedback written offline waits on the device, says so, and is sent on reconnect', async () => {
  const feedback = vi.fn<ApiClient['feedback']>(async () => ({ id: 'f1' }))
  const api = fakeApi({ feedback })
  const { send, network } = line(api)
  network.reached = false
  const { sync } = showOnDevice(<FeedbackForm page="/dashboard/list" />, api, send)
  fireEvent.click(await screen.findByRole('radio', { name: 'Something isn’t working' }))
  const field = screen.getByRole('textbox', { name: 'What did you do, and what happened?' })
  fireEvent.change(field, { target: { value: '  The list is empty.  ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send feedback' }))
  await screen.findByText('Not synced yet')
  expect(field).toHaveProperty('value', '')
  expect(feedback).not.toHaveBeenCalled()
  network.reached = true
  await act(sync)
  await screen.findByText(/^Thanks, we’ve got it: something isn’t working/)
  expect(feedback).toHaveBeenCalledOnce()
  expect(feedback.mock.calls[0]?.[0]).toEqual({
    kind: 'bug',
    message: 'The list is empty.',
    page: '/dashboard/list',
  })
})

it('Feedback has a picture of its screen only if that is ticked', async () => {
  const feedback = vi.fn<ApiClient['feedback']>(async () => ({ id: 'f1' }))
  const api = fakeApi({ feedback })
  const { sync } = showOnDevice(
    <FeedbackForm page="/dashboard" screen={() => document.body} />,
    api,
    line(api).send,
  )
  const tick = await screen.findByRole('checkbox', { name: 'Include a picture of this screen' })
  const send = async (message: string): Promise<unknown> => {
    fireEvent.change(screen.getByRole('textbox'), { target: { value: message } })
    fireEvent.click(screen.getByRole('button', { name: 'Send feedback' }))
    await waitFor(() => expect(screen.getByRole('textbox')).toHaveProperty('value', ''))
    await act(sync)
    return feedback.mock.lastCall?.[0]
  }
  expect(takePicture).not.toHaveBeenCalled()
  expect(await send('Without')).not.toHaveProperty('picture')
  fireEvent.click(tick)
  expect(screen.getByRole('img', { name: 'What we’ll send of this screen' })).toHaveProperty(
    'src',
    'data:image/jpeg;base64,/9j/2w==',
  )
  expect(await send('With')).toMatchObject({ message: 'With', picture: '/9j/2w==' })
  expect(await send('The next')).not.toHaveProperty('picture')
  takePicture.mockReturnValueOnce(null)
  fireEvent.click(tick)
  await screen.findByText('We couldn’t take a picture. You can send your feedback without it.')
  expect(tick).toHaveProperty('checked', false)
})

it('Blank feedback is refused, and characters are counted', async () => {
  const api = fakeApi({})
  showOnDevice(<FeedbackForm page="/dashboard" />, api, line(api).send)
  const button = await screen.findByRole('button', { name: 'Send feedback' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  const field = screen.getByRole('textbox')
  fireEvent.change(field, { target: { value: '   ' } })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText('3 of 2,000')).toBeTruthy()
  fireEvent.change(field, { target: { value: 'x'.repeat(2000) } })
  expect(button.getAttribute('aria-disabled')).not.toBe('true')
  expect(screen.getByText('2,000 of 2,000')).toBeTruthy()
})

it('Feedback includes its page, named in words instead of an address', async () => {
  const api = fakeApi({})
  showOnDevice(<FeedbackForm page="/dashboard/company" />, api, line(api).send)
  await screen.findByText('We’ll include the page you were on and the version')
  expect(screen.queryByText(/dashboard/)).toBeNull()
})
