import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { notSent, type Unsent } from './unsent.ts'

/** Asks, over whatever screen is open; true to sign out. */
export const askAboutUnsent = (unsent: Unsent, page: Document = document): Promise<boolean> => {
  const container = page.body.appendChild(page.createElement('div'))
  const root = createRoot(container)
  return new Promise((resolve) => {
    const answer = (goes: boolean): void => {
      resolve(goes)
      root.unmount()
      container.remove()
    }
    root.render(<SignOutDialog unsent={unsent} onAnswer={answer} />)
  })
}

/** What becomes of unsent changes at sign-out. Sending them all is an answer; closing the dialog is staying. */
export const SignOutDialog = ({
  unsent,
  onAnswer,
}: {
  unsent: Unsent
  onAnswer: (goes: boolean) => void
}) => {
  const [count, setCount] = useState(unsent.count)
  const [sending, setSending] = useState(false)
  const [tried, setTried] = useState(false)
  const { sendNow } = unsent
  const send = async (): Promise<void> => {
    setSending(true)
    await sendNow?.().catch(() => undefined)
    const left = await unsent.again().catch(() => count)
    if (left === 0) return onAnswer(true)
    setCount(left)
    setTried(true)
    setSending(false)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onAnswer(false)}
      size="sm"
      title={notSent(count)}
      description="These changes are only on this device. If you log out now, you’ll lose them."
      footer={
        <>
          <Button variant="quiet" onClick={() => onAnswer(false)}>
            Cancel
          </Button>
          <Button variant="danger" onClick={() => onAnswer(true)}>
            Discard and log out
          </Button>
          {sendNow !== null && (
            <Button variant="primary" busy={sending} onClick={() => void send()}>
              Sync now
            </Button>
          )}
        </>
      }
    >
      <p role="status" className="text-14 text-ink-soft">
        {tried && 'Some changes didn’t sync. Check your connection, or open the Sync centre.'}
      </p>
    </Dialog>
  )
}
