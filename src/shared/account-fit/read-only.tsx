import { cx } from '../../ui/cx.ts'

/** Fills an empty part, so that its heading is not alone; `readOnly`: for readers only. */
export const NoneYet = ({ when, readOnly = false }: { when: boolean; readOnly?: boolean }) =>
  when && (
    <p className={cx('text-14 text-ink-faint', readOnly && 'hidden in-[fieldset:disabled]:block')}>
      None added.
    </p>
  )

/** The label of a part in read-only mode, where no field carries it. */
export const ReadOnlyLabel = ({ children }: { children: string }) => (
  <p className="hidden text-13 font-medium text-ink-soft in-[fieldset:disabled]:block">
    {children}
  </p>
)
