import { useEffect, useRef, useState } from 'react'
import { log } from '../../lib/log.ts'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { CardFields } from './card-fields.ts'

/** Stripe's fields for a card, with what is paid above them. */
export const CardForm = ({
  clientSecret,
  summary,
  refusal,
  fields,
}: {
  clientSecret: string
  summary: string
  refusal: string | null
  fields: CardFields
}) => {
  const target = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  const [attempts, setAttempts] = useState(0)
  useEffect(() => {
    let isClosed = false
    let close = (): void => undefined
    const mount = async (): Promise<void> => {
      if (target.current === null) return
      try {
        const unmount = await fields.mount(target.current, clientSecret)
        if (isClosed) return unmount()
        close = unmount
        setState('ready')
      } catch (error) {
        log.error('The fields for a card could not be loaded', error)
        if (!isClosed) setState('failed')
      }
    }
    void mount()
    return () => {
      isClosed = true
      close()
    }
  }, [fields, clientSecret, attempts])
  return (
    <div className="flex flex-col gap-4">
      <p className="tabular text-14 font-medium">{summary}</p>
      {refusal !== null && (
        <Callout icon="warning" tone="danger" role="alert">
          {refusal}
        </Callout>
      )}
      {state === 'loading' && (
        <div role="status" aria-label="Loading the card form" className="flex flex-col gap-3">
          <Skeleton className="h-11 w-full" />
          <Skeleton className="h-11 w-full" />
        </div>
      )}
      {state === 'failed' && (
        <Callout
          icon="warning"
          tone="warn"
          role="alert"
          actions={
            <Button
              size="sm"
              onClick={() => {
                setState('loading')
                setAttempts(attempts + 1)
              }}
            >
              Try again
            </Button>
          }
        >
          We couldn’t load the card form. You haven’t been charged.
        </Callout>
      )}
      <div ref={target} className={state === 'ready' ? '' : 'sr-only'} />
      <p className="text-13 text-ink-faint">
        Stripe handles your card. Fieldbook never sees the number.
      </p>
    </div>
  )
}
