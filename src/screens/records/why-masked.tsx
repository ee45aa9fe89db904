import type { Category, RecordView } from '../../../contract/records/records.ts'
import { RevealButton } from '../../shared/credits/reveal-button.tsx'
import { useOffered } from '../../shared/credits/use-offered.ts'
import { isMasked } from '../../shared/unlocks/masked.ts'
import { Icon } from '../../ui/icon.tsx'

export const WhyMasked = ({ category, record }: { category: Category; record: RecordView }) => {
  const isOffered = useOffered(record).length > 0
  if (!isMasked(record)) return null
  return (
    <div className="mb-2 flex max-w-text flex-wrap items-center gap-x-4 gap-y-2 rounded-sm bg-sunken p-3 text-14 text-ink-soft">
      <p className="flex min-w-0 flex-1 basis-64 gap-2.5">
        <Icon name="lock" size={18} className="mt-px shrink-0 text-ink-faint" />
        {isOffered
          ? `Masked until your company reveals ${category === 'company' ? 'this company' : 'this person'}. It costs 1 credit, once, and everyone in your company can see it.`
          : 'On the Do Not Call Register, so don’t call. There’s no email to reveal.'}
      </p>
      {isOffered && <RevealButton category={category} record={record} />}
    </div>
  )
}
