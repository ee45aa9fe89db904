import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChatIdentity } from '../../../../src/screens/help/chat.ts'
import { SupportCard } from '../../../../src/screens/help/support-card.tsx'
import { session } from '../../../../src/session/session.ts'
import { fakeApi, show } from '../../../kit/screens/screen.tsx'
import { alex } from '../../../kit/session/people.ts'

const script = 'https://js-ap1.hs-scripts.com/1234567.js'
const unknown = session.current()
const widget = { load: vi.fn<() => void>(), open: vi.fn<() => void>(), remove: vi.fn<() => void>() }
const clear = vi.fn<(options: { resetWidget: boolean }) => void>()
const hubspotToken = vi.fn<() => Promise<ChatIdentity | undefined>>()
let added: HTMLScriptElement[] = []

beforeEach(() => {
  vi.clearAllMocks()
  added = []
  hubspotToken.mockResolvedValue({ token: 'visitor-1', email: 'alex@harbour.example' })
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    added.push(...nodes.filter((node) => node instanceof HTMLScriptElement))
  })
  act(() => session.update({ identity: alex }))
})
afterEach(() => {
  act(() => session.update(unknown))
  delete window.HubSpotConversations
  vi.restoreAllMocks()
})

const open = (configs: { chat_script?: string; contact_support?: string }, isOn = true): void => {
  show(
    <SupportCard />,
    fakeApi({
      hubspotToken,
      platformFeatures: async () => ({ features: { 'chat-widget': { enabled: isOn } } }),
      customerFeatures: async () => ({ features: {} }),
      configs: async () => ({
        configs: {
          posthog: false,
          product_fruits: false,
          product_fruits_workspace_code: null,
          requestTypes: [],
          ...configs,
        },
      }),
    }),
  )
}

const arrive = (): void => {
  window.HubSpotConversations = { widget, clear }
  for (const ready of window.hsConversationsOnReady ?? []) ready()
}

describe('contact with support', () => {
  it('loads the chat on a press only, identified as the user', async () => {
    open({ chat_script: script })
    const button = await screen.findByRole('button', { name: 'Chat with us' })
    expect(added).toEqual([])
    expect(hubspotToken).not.toHaveBeenCalled()
    await userEvent.click(button)
    await waitFor(() => expect(added.map(({ src }) => src)).toEqual([script]))
    expect(window.hsConversationsSettings).toEqual({
      loadImmediately: false,
      identificationEmail: 'alex@harbour.example',
      identificationToken: 'visitor-1',
    })
    act(arrive)
    await waitFor(() => expect(widget.open).toHaveBeenCalledOnce())
  })

  it('resets the chat when the organisation changes', async () => {
    open({ chat_script: script })
    await userEvent.click(await screen.findByRole('button', { name: 'Chat with us' }))
    await waitFor(() => expect(added).toHaveLength(1))
    act(arrive)
    await waitFor(() => expect(widget.open).toHaveBeenCalledOnce())
    expect(clear).not.toHaveBeenCalled()
    act(() => session.update({ identity: { ...alex, orgId: 'org_2' } }))
    expect(clear).toHaveBeenCalledExactlyOnceWith({ resetWidget: true })
    expect(widget.remove).toHaveBeenCalledOnce()
    expect(window.hsConversationsSettings).toBeUndefined()
  })

  it('leads to the address of the settings where the chat is blocked', async () => {
    open({ chat_script: script, contact_support: 'mailto:help@fieldbook.example' })
    await userEvent.click(await screen.findByRole('button', { name: 'Chat with us' }))
    await waitFor(() => expect(added).toHaveLength(1))
    act(() => void added[0]?.dispatchEvent(new Event('error')))
    await screen.findByText('We couldn’t open the chat. Contact us another way.')
    const link = screen.getByRole('link', { name: 'Contact support' })
    expect(link.getAttribute('href')).toBe('mailto:help@fieldbook.example')
  })

  it.each<[string, () => void]>([
    ['does nothing', () => undefined],
    [
      'says that it is ready without a chat',
      () => {
        for (const ready of window.hsConversationsOnReady ?? []) ready()
      },
    ],
    [
      'brings a chat that throws',
      () => {
        widget.load.mockImplementationOnce(() => {
          throw new Error('nonsense')
        })
        arrive()
      },
    ],
  ])('gives another way where the script of the chat %s', async (_, run) => {
    open({ chat_script: script })
    const button = await screen.findByRole('button', { name: 'Chat with us' })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await act(async () => fireEvent.click(button))
    expect(added).toHaveLength(1)
    act(run)
    await act(() => vi.advanceTimersByTimeAsync(20_000))
    expect(screen.getByText('We couldn’t open the chat. Contact us another way.')).toBeDefined()
    expect(window.hsConversationsSettings).toBeUndefined()
  })

  it('lets a user sign out of a chat that throws', async () => {
    open({ chat_script: script })
    await userEvent.click(await screen.findByRole('button', { name: 'Chat with us' }))
    await waitFor(() => expect(added).toHaveLength(1))
    act(arrive)
    await waitFor(() => expect(widget.open).toHaveBeenCalledOnce())
    clear.mockImplementationOnce(() => {
      throw new Error('nonsense')
    })
    act(() => session.update({ identity: unknown.identity }))
    expect(widget.remove).toHaveBeenCalledOnce()
    expect(window.hsConversationsSettings).toBeUndefined()
  })

  it('leads to the feedback form without a chat and without an address', async () => {
    open({ chat_script: script }, false)
    const link = await screen.findByRole('link', { name: 'Contact support' })
    expect(link.getAttribute('href')).toBe('#feedback')
    expect(hubspotToken).not.toHaveBeenCalled()
  })
})
