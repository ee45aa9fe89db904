import { Button, IconButton } from '../../ui/button.tsx'
import { showToast } from '../../ui/toasts.tsx'

export const CopyButton = ({
  value,
  what,
  label,
  onDone,
}: {
  value: string
  /** 'email', 'number': for screen readers and the confirmation. */
  what: string
  label?: string
  onDone?: () => void
}) => {
  const copy = (): void => {
    copyValue(value, what)
    onDone?.()
  }
  return label === undefined ? (
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
      {label}
    </Button>
  )
}

const copyValue = (value: string, what: string): void => {
  const name = `${what.slice(0, 1).toUpperCase()}${what.slice(1)}`
  // An insecure page has no clipboard: the error inside the promise counts as a failed copy.
  Promise.resolve()
    .then(() => navigator.clipboard.writeText(value))
    .then(
      () => showToast({ title: `${name} copied` }),
      () => showToast({ title: `We couldn’t copy the ${what}`, tone: 'danger' }),
    )
}
