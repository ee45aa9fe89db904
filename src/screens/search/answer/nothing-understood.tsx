import { Button } from '../../../ui/button.tsx'
import { useSearchHandle } from '../search-context.ts'
import { NotUnderstood } from './not-understood.tsx'
import { askPrompt, overOf } from '../prompt/prompt-state.ts'

const examples = {
  company: [
    'builders in Perth over 50 staff using Xero, not government',
    'accountants or lawyers in Auckland with a verified email',
    'software companies hiring engineers, revenue over $10m',
  ],
  people: [
    'CFOs of manufacturers in Victoria with a mobile',
    'marketing directors in Sydney, started in the last 6 months',
    'IT managers at companies with over 200 staff using Salesforce',
  ],
} as const

export const NothingUnderstood = ({
  unsupported,
  onCancel,
}: {
  unsupported: readonly string[]
  onCancel: () => void
}) => {
  const handle = useSearchHandle()
  return (
    <>
      <div role="status" className="flex flex-col gap-2 text-13 text-ink-soft">
        <p className="font-medium text-ink">We couldn’t turn that into a search</p>
        <NotUnderstood terms={unsupported} />
        <p>
          Try an industry, a place, a team size, a job title or a technology. Add “not” to leave
          something out.
        </p>
      </div>
      <ul aria-label="Examples" className="flex flex-col gap-1">
        {examples[handle.state.tab].map((example) => (
          <li key={example}>
            <button
              type="button"
              onClick={() => askPrompt(example, overOf(handle))}
              className="min-h-control w-full rounded-sm px-2 py-1 text-left text-13 text-accent-strong hover:bg-sunken"
            >
              {example}
            </button>
          </li>
        ))}
      </ul>
      <Button size="sm" variant="quiet" className="self-end" onClick={onCancel}>
        Cancel
      </Button>
    </>
  )
}
