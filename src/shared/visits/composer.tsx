import { useId, type ReactNode, type RefObject } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { FormError } from '../../ui/form-error.tsx'

export const Composer = ({
  open,
  onOpenChange,
  title,
  trouble,
  footer,
  initialFocus,
  children,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  trouble: string | null
  footer?: ReactNode
  initialFocus?: RefObject<HTMLElement | null> | undefined
  children: ReactNode
}) => (
  <Dialog
    open={open}
    onOpenChange={onOpenChange}
    title={title}
    size="sm"
    footer={footer}
    initialFocus={initialFocus}
  >
    <div className="flex flex-col gap-4">
      {children}
      <FormError>{trouble}</FormError>
    </div>
  </Dialog>
)

export const TextAreaField = ({
  label,
  value,
  onValueChange,
  rows = 3,
  ref,
}: {
  label: string
  value: string
  onValueChange: (value: string) => void
  rows?: number
  ref?: RefObject<HTMLTextAreaElement | null>
}) => {
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-13 font-medium text-ink-soft">
        {label}
      </label>
      <textarea
        ref={ref}
        id={id}
        rows={rows}
        maxLength={2000}
        value={value}
        onChange={(event) => onValueChange(event.currentTarget.value)}
        className="w-full resize-y rounded-sm border border-line bg-card px-3 py-2 text-16 text-ink transition-colors hover:border-line-strong focus-visible:border-accent focus-visible:outline-offset-0 sm:text-14"
      />
    </div>
  )
}
