import { useId, type ReactNode } from 'react'
import { cx } from './cx.ts'

export const FormSection = ({
  title,
  lead,
  children,
}: {
  title: string
  lead?: string
  children: ReactNode
}) => {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-md border border-line bg-card p-4 sm:p-5">
      <h2 id={id} className="text-16 font-semibold">
        {title}
      </h2>
      {lead !== undefined && <p className="mt-0.5 max-w-text text-14 text-ink-soft">{lead}</p>}
      <div className={cx('flex flex-col gap-5', lead === undefined ? 'mt-3' : 'mt-4')}>
        {children}
      </div>
    </section>
  )
}
