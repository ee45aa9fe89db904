import { useId, type ReactNode } from 'react'

export const Section = ({
  title,
  aside,
  children,
}: {
  title: string
  aside?: ReactNode
  children: ReactNode
}) => {
  const id = useId()
  return (
    <section aria-labelledby={id} className="@container min-w-0">
      <div className="flex items-baseline justify-between gap-4 pb-1">
        <h2 id={id} className="text-16 font-semibold">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
