import { cx } from './cx.ts'
import { Icon, type IconName } from './icon.tsx'

export type ChipProps = {
  label: string
  /** Follows the label and is never truncated: '+2'. */
  more?: string | undefined
  prefix?: string | undefined
  icon?: IconName | undefined
  onClick?: (() => void) | undefined
  verb?: string | undefined
  expanded?: boolean | undefined
  onRemove?: (() => void) | undefined
  tone?: 'plain' | 'accent' | 'warn' | undefined
  /** The value is excluded: shown and read as 'not'. */
  excluded?: boolean | undefined
  className?: string | undefined
}

export const Chip = ({
  label,
  more,
  prefix,
  icon,
  onClick,
  verb = 'Change',
  expanded,
  onRemove,
  tone = 'plain',
  excluded = false,
  className,
}: ChipProps) => {
  const whole = more === undefined ? label : `${label} ${more}`
  const spoken = `${prefix === undefined ? '' : `${prefix}: `}${excluded ? 'not ' : ''}${whole}`
  const content = (
    <>
      {icon && <Icon name={icon} size={15} />}
      {prefix !== undefined && (
        <span className={cx('shrink-0', !excluded && 'opacity-90')}>{`${prefix} `}</span>
      )}
      {excluded && <span className="font-semibold">{'not '}</span>}
      <span className="truncate font-medium">{label}</span>
      {more !== undefined && <span className="shrink-0 font-medium">{` ${more}`}</span>}
    </>
  )
  const part = 'flex min-w-0 items-center gap-1.5 self-stretch rounded-full'
  return (
    <span
      className={cx(
        'inline-flex h-9 max-w-full min-w-0 items-center rounded-full border text-13 pointer-fine:h-7',
        excluded ? 'border-dashed border-danger bg-danger-soft text-danger' : tones[tone],
        className,
      )}
    >
      {onClick === undefined ? (
        <span className={cx(part, 'pl-3', onRemove === undefined && 'pr-3')}>{content}</span>
      ) : (
        <button
          type="button"
          onClick={onClick}
          aria-expanded={expanded}
          className={cx(part, 'pl-3 hover:underline', onRemove === undefined && 'pr-3')}
        >
          <span className="sr-only">{`${verb} `}</span>
          {content}
        </button>
      )}
      {onRemove !== undefined && (
        <button
          type="button"
          onClick={onRemove}
          aria-label={`Remove ${spoken}`}
          className="relative ml-0.5 grid h-full w-8 shrink-0 place-items-center rounded-full opacity-70 after:absolute after:-inset-y-1 after:inset-x-0 hover:opacity-100 pointer-fine:w-7"
        >
          <Icon name="close" size={14} />
        </button>
      )}
    </span>
  )
}

const tones = {
  plain: 'border-line bg-card text-ink-soft',
  accent: 'border-transparent bg-accent-soft text-accent-strong',
  warn: 'border-transparent bg-warn-soft text-warn',
} as const
