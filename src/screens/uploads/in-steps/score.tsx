import { cx } from '../../../ui/cx.ts'

export const Score = ({ score, reason }: { score: number; reason: string }) => (
  <span className="flex min-w-0 items-baseline gap-2 text-13">
    <span
      className={cx(
        'tabular inline-flex h-5 min-w-9 shrink-0 items-center justify-center rounded-full px-2 text-12 font-semibold',
        score >= 80
          ? 'bg-accent-soft text-accent-strong'
          : score >= 60
            ? 'bg-warn-soft text-warn'
            : 'bg-sunken text-ink-soft',
      )}
    >
      <span className="sr-only">Score </span>
      {score}
    </span>
    <span className="min-w-0 text-ink-soft first-letter:uppercase">{reason}</span>
  </span>
)
