import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type RefObject } from 'react'
import type { Category } from '../../../../contract/records/records.ts'
import { useOffline } from '../../../lib/connectivity.ts'
import { useCountry } from '../../../lib/ui-state.ts'
import { useApi } from '../../../lib/use-api.ts'
import { Unreachable } from '../../../lib/api-errors.ts'
import { Button } from '../../../ui/button.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Delayed, Skeleton } from '../../../ui/skeleton.tsx'
import { optionCountry } from '../option-queries.ts'
import { describeProblem } from '../problem-copy.ts'
import { useSearchHandle } from '../search-context.ts'
import { NothingUnderstood } from './nothing-understood.tsx'
import { Understood } from './understood.tsx'

export const PromptAnswer = ({
  text,
  field,
  onCancel,
}: {
  text: string
  field: RefObject<HTMLTextAreaElement | null>
  onCancel: () => void
}) => {
  const box = useRef<HTMLDivElement>(null)
  const { state } = useSearchHandle()
  const [wanted, setWanted] = useState<Category>()
  const parsed = useParsed(text, state.tab)
  // 'Marketing directors in Perth' begins with people: the search is for people.
  const inferredCategory = parsed.data?.explain[0]?.resting === true ? 'people' : state.tab
  const category = wanted ?? inferredCategory
  const { data, error, refetch } = useParsed(text, category)
  const offline = useOffline()
  const answered = data !== undefined
  useEffect(() => {
    if (answered && !typesElsewhere(field.current)) box.current?.focus({ preventScroll: true })
  }, [answered, field])
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="group"
      aria-label="What was understood"
      className="flex flex-col gap-3 border-t border-line p-3 outline-none"
    >
      {(inferredCategory !== state.tab || wanted !== undefined) && (
        <Segmented
          label="Look for"
          value={category}
          onValueChange={setWanted}
          options={[
            { value: 'company', label: 'Companies' },
            { value: 'people', label: 'People' },
          ]}
        />
      )}
      {data !== undefined && data.explain.length > 0 ? (
        <Understood key={category} {...{ text, category, onCancel }} answer={data} />
      ) : data !== undefined ? (
        <NothingUnderstood unsupported={data.unsupported} onCancel={onCancel} />
      ) : error !== null || offline ? (
        <>
          <Failed error={error} />
          <div className="flex justify-end gap-2">
            <Button size="sm" variant="quiet" onClick={onCancel}>
              Cancel
            </Button>
            <Button size="sm" onClick={() => void refetch()}>
              Try again
            </Button>
          </div>
        </>
      ) : (
        <>
          <Delayed>
            <div role="status" className="flex flex-col gap-2">
              <span className="sr-only">Reading the description</span>
              <Skeleton className="h-7 w-40 max-w-full" />
              <Skeleton className="h-7 w-56 max-w-full" />
            </div>
          </Delayed>
          <Button size="sm" variant="quiet" className="self-end" onClick={onCancel}>
            Cancel
          </Button>
        </>
      )}
    </div>
  )
}

const Failed = ({ error }: { error: unknown }) => {
  if (error === null || error instanceof Unreachable)
    return (
      <p role="alert" className="text-13 text-ink-soft">
        You’re offline, so we can’t read descriptions. Your text is saved; filters still work.
      </p>
    )
  const { title, text, reference } = describeProblem(error)
  return (
    <div role="alert" className="text-13">
      <p className="font-medium text-danger">{title}</p>
      <p className="text-ink-soft">
        {text}
        {reference !== undefined && <span className="text-ink-faint"> {`Ref. ${reference}`}</span>}
      </p>
    </div>
  )
}

/** The same prompt in the same country has the same result: one request. */
const useParsed = (prompt: string, category: Category) => {
  const api = useApi()
  const { state } = useSearchHandle()
  const home = useCountry()
  const country = optionCountry(state.criteria) ?? home
  return useQuery({
    queryKey: ['prompt', category, country, prompt],
    queryFn: ({ signal }) => api.parsePrompt({ prompt, category, country }, { signal }),
    // Offline must show at once: no retry.
    retry: false,
  })
}

/** A user who types elsewhere keeps the focus. */
const typesElsewhere = (field: Element | null): boolean => {
  const at = document.activeElement
  return at !== field && at !== null && /^(input|textarea)$/i.test(at.tagName)
}
