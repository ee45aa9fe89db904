import { session } from '../../session/session.ts'
import { currentTab } from '../../offline/wipe/current-tab.ts'

declare global {
  interface Window {
    hsConversationsSettings?: {
      loadImmediately: false
      identificationEmail: string
      identificationToken: string
    }
    /** Called once the widget's script has loaded. */
    hsConversationsOnReady?: (() => void)[]
    HubSpotConversations?: {
      widget: { load: () => void; open: () => void; remove: () => void }
      clear: (options: { resetWidget: boolean }) => void
    }
  }
}

export type ChatIdentity = { email: string; token: string }

/**
 * Opens the chat widget for the user, loading it at the first call; rejects where it cannot be loaded. The widget forgets the
 * user at sign-out and when the organisation changes.
 */
export const openChat = async (
  script: string,
  identify: () => Promise<ChatIdentity | undefined>,
  page: Window = window,
): Promise<void> => {
  const identity = await identify()
  if (identity === undefined) throw new Error('The chat is off')
  page.hsConversationsSettings = {
    loadImmediately: false,
    identificationEmail: identity.email,
    identificationToken: identity.token,
  }
  try {
    if (page.HubSpotConversations === undefined) await load(script, page)
    if (page.HubSpotConversations === undefined) throw new Error('The script brought no chat')
    page.HubSpotConversations.widget.load()
    page.HubSpotConversations.widget.open()
  } catch (error) {
    delete page.hsConversationsSettings
    throw error
  }
  resetWithUser(page)
}

const patienceMs = 15_000

const load = (script: string, page: Window): Promise<void> =>
  new Promise((resolve, reject) => {
    const element = page.document.createElement('script')
    element.async = true
    element.src = script
    const fail = (): void => {
      clearTimeout(timer)
      element.remove()
      reject(new Error('The chat could not be loaded'))
    }
    // The script loads others, of which any may be missing.
    const timer = setTimeout(fail, patienceMs)
    page.hsConversationsOnReady = [
      () => {
        clearTimeout(timer)
        resolve()
      },
    ]
    element.addEventListener('error', fail)
    page.document.head.append(element)
  })

const resetWithUser = (page: Window): void => {
  const { userId, orgId } = session.current().identity
  const reset = (): void => {
    unsubscribe()
    unregister()
    delete page.hsConversationsSettings
    try {
      page.HubSpotConversations?.widget.remove()
      page.HubSpotConversations?.clear({ resetWidget: true })
    } catch {
      // A sign-out goes on, and deletes its cookies.
    }
  }
  const unregister = currentTab.tab.onStop((scope) => {
    if (scope === 'everything') reset()
  })
  const unsubscribe = session.subscribe(() => {
    const { identity } = session.current()
    if (identity.userId !== userId || identity.orgId !== orgId) reset()
  })
}
