import { Button, IconButton } from '../../ui/button.tsx'
import { showToast } from '../../ui/toasts.tsx'

/** Copies a value and says so. With `words` it is a button that says them, otherwise a picture. */
export const CopyButton = ({
  value,
  what,
  words,
  onDone,
}: {
  value: string
  /** 'email', 'number': said aloud and in the answer. */
  what: string
  words?: string
  onDone?: () => void
}) => {
  const copy = (): void => {
    copied(value, what)
    onDone?.()
  }
  return words === undefined ? (
    <IconButton
      icon="copy"
      size="sm"
      iconSize={16}
      className="-my-2"
      label={`Copy ${what} ${value}`}
      onClick={copy}
    />
  ) : (
    <Button icon="copy" aria-label={`Copy ${what}`} onClick={copy}>
      {words}
    </Button>
  )
}

const copied = (value: string, what: string): void => {
  const name = `${what.slice(0, 1).toUpperCase()}${what.slice(1)}`
  // Where there is no clipboard at all, as on a page without a secure connection, that is an answer too.
  Promise.resolve()
    .then(() => navigator.clipboard.writeText(value))
    .then(
      () => showToast({ title: `${name} copied` }),
      () => showToast({ title: `We couldn’t copy the ${what}`, tone: 'danger' }),
    )
}
