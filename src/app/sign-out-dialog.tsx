import { useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { log } from '../lib/log.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { describeLoss, describeSignOut, type SignOutQuestion } from './unsent.ts'

/** Asks, over whatever screen is open; true to sign out. */
export const askAboutSignOut = (
  question: SignOutQuestion,
  page: Document = document,
): Promise<boolean> => {
  const container = page.body.appendChild(page.createElement('div'))
  const root = createRoot(container)
  return new Promise((resolve) => {
    const answer = (goes: boolean): void => {
      resolve(goes)
      root.unmount()
      container.remove()
    }
    root.render(<SignOutDialog question={question} onAnswer={answer} />)
  })
}

/** What goes at sign-out. Sending all unsent changes is an answer; closing the dialog is staying. */
export const SignOutDialog = ({
  question,
  onAnswer,
}: {
  question: SignOutQuestion
  onAnswer: (goes: boolean) => void
}) => {
  const [losses, setLosses] = useState(question.losses)
  const [sending, setSending] = useState(false)
  const [tried, setTried] = useState(false)
  const { sendNow, saveFile, offline } = question
  const { title, text } = describeSignOut({ losses, offline })
  const stay = useRef<HTMLButtonElement>(null)
  const send = async (): Promise<void> => {
    setSending(true)
    await sendNow?.().catch(() => undefined)
    const left = await question.again().catch(() => losses)
    if (left.unsent === 0) return onAnswer(true)
    setLosses(left)
    setTried(true)
    setSending(false)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onAnswer(false)}
      size="sm"
      title={title}
      description={text}
      initialFocus={offline ? stay : undefined}
      footer={
        offline ? (
          <>
            <Button variant="danger" onClick={() => onAnswer(true)}>
              {describeLoss(losses)}
            </Button>
            <Button ref={stay} variant="primary" onClick={() => onAnswer(false)}>
              Stay logged in
            </Button>
          </>
        ) : (
          <>
            <Button variant="quiet" onClick={() => onAnswer(false)}>
              Cancel
            </Button>
            <Button variant="danger" onClick={() => onAnswer(true)}>
              {losses.unsent > 0 ? 'Discard and log out' : 'Log out'}
            </Button>
            {sendNow !== null && losses.unsent > 0 && (
              <Button variant="primary" busy={sending} onClick={() => void send()}>
                Sync now
              </Button>
            )}
          </>
        )
      }
    >
      {offline && saveFile !== null && losses.unsent > 0 && <SaveToFile saveFile={saveFile} />}
      <p role="status" className="text-14 text-ink-soft">
        {tried && 'Some changes didn’t sync. Check your connection, or open the Sync centre.'}
      </p>
    </Dialog>
  )
}

const SaveToFile = ({ saveFile }: { saveFile: () => Promise<string> }) => {
  const [result, setResult] = useState('')
  const save = async (): Promise<void> => {
    try {
      setResult(`${await saveFile()} Add it in the Sync centre once you’re logged in again.`)
    } catch (error) {
      log.warn('Unsent work could not be saved to a file', error)
      setResult('This device couldn’t save the file. Your changes are still here. Try again.')
    }
  }
  return (
    <>
      <Button icon="download" onClick={() => void save()}>
        Save to a file
      </Button>
      <p role="status" className="pt-2 text-14 text-ink-soft wrap-anywhere">
        {result}
      </p>
    </>
  )
}
