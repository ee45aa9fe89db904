import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Upload } from '../../../../contract/money/uploads.ts'
import { useOffline } from '../../../lib/connectivity.ts'
import { formatCount, formatNumber } from '../../../lib/format.ts'
import { Card } from '../../../ui/card.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { Figures } from './figures.tsx'

export const Matching = ({ upload }: { upload: Upload }) => {
  const offline = useOffline()
  const { done, rows, name } = upload
  const total = rows ?? 0
  const left = useTimeLeft(done, total)
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-16 font-semibold">Matching your rows</h2>
        <p className="tabular text-14 text-ink-soft">
          {formatNumber(done)} of {formatNumber(total)}
        </p>
      </div>
      <Progress wide done={done} total={total} label={`Rows of ${name} matched`} />
      <p role="status" className="text-14 text-ink-soft">
        {offline
          ? 'You’re offline, so this may be out of date. Matching keeps going.'
          : `${left === null ? '' : `About ${formatCount(left, 'second', 'seconds')} left. `}You can leave this page. Matching keeps going.`}
      </p>
      {done > 0 && <Figures upload={upload} />}
    </Card>
  )
}

/** Seconds left at the pace since the first render; null while the pace is unknown. */
const useTimeLeft = (done: number, total: number): number | null => {
  const began = useRef<{ done: number; at: number } | null>(null)
  const [left, setLeft] = useState<number | null>(null)
  const look = useEffectEvent(() => {
    began.current ??= { done, at: Date.now() }
    const { done: before, at } = began.current
    const pace = ((done - before) / (Date.now() - at)) * 1_000
    setLeft(pace > 0 ? Math.max(1, Math.round((total - done) / pace)) : null)
  })
  useEffect(() => {
    look()
    const timer = setInterval(() => look(), 1_000)
    return () => clearInterval(timer)
  }, [])
  return left
}
