import { useEffect, useRef, type ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'
import { steps, type Step } from './progress.ts'

/** A step under the slim progress; its heading gets the focus, `actions` stay in the thumb's reach on a phone. */
export const StepFrame = ({
  step,
  title,
  lead,
  actions,
  children,
}: {
  step: Step
  title: string
  lead: ReactNode
  actions: ReactNode
  children?: ReactNode
}) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [step])
  return (
    <div className="mx-auto flex w-full max-w-160 flex-1 flex-col px-4 pt-4 sm:px-8 sm:pt-10 sm:pb-12">
      <Steps current={step} />
      <h1
        ref={heading}
        tabIndex={-1}
        className="mt-6 text-26 font-semibold text-balance wrap-anywhere outline-none sm:mt-8"
      >
        {title}
      </h1>
      <p className="mt-1 max-w-text text-16 text-ink-soft">{lead}</p>
      <div className="mt-6 flex flex-col gap-6 max-sm:pb-6">{children}</div>
      <div
        data-thumb-bar
        className="sticky bottom-[calc(var(--spacing-bottombar)+env(safe-area-inset-bottom))] z-10 mt-auto flex items-center gap-2 border-t border-line bg-paper py-3 max-sm:-mx-4 max-sm:flex-row-reverse max-sm:px-4 sm:bottom-0 sm:mt-8 max-sm:[&>:first-child]:flex-1"
      >
        {actions}
      </div>
    </div>
  )
}

const names: Record<Step, string> = {
  customers: 'Customers',
  list: 'First list',
  offline: 'Offline',
  install: 'Install',
}

const Steps = ({ current }: { current: Step }) => {
  const at = steps.indexOf(current)
  return (
    <ol aria-label="Set-up" className="grid grid-cols-4 gap-1.5">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={step === current ? 'step' : undefined}
          className={cx(
            'border-t-3 pt-1.5 text-12',
            index <= at ? 'border-accent' : 'border-line',
            step === current ? 'font-medium text-ink' : 'text-ink-faint',
          )}
        >
          {names[step]}
          {index < at && <span className="sr-only">, done</span>}
        </li>
      ))}
    </ol>
  )
}
