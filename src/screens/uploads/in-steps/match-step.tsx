import { useState } from 'react'
import { Link } from 'wouter'
import type { Upload } from '../../../../contract/money/uploads.ts'
import { formatNumber } from '../../../lib/format.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { TabPanel, Tabs } from '../../../ui/tabs.tsx'
import { Figures } from './figures.tsx'
import { MatchedRows } from './matched-rows.tsx'
import { Matching } from './matching.tsx'
import { OtherCategory } from './other-category.tsx'
import { stepLink } from '../steps.tsx'

export const MatchStep = ({ upload }: { upload: Upload }) =>
  upload.state === 'MATCHING' ? <Matching upload={upload} /> : <Matches upload={upload} />

const Matches = ({ upload }: { upload: Upload }) => {
  const { accepted, review, unmatched } = upload.counts
  const [state, setState] = useState<'accepted' | 'review' | 'unmatched'>('accepted')
  return (
    <div className="flex flex-col gap-6">
      <Card className="flex flex-col gap-5">
        <Figures upload={upload} />
        <div className="flex flex-wrap gap-2">
          {review > 0 && (
            <Link href={stepLink(upload.id, 'review')} className={buttonClass('primary')}>
              Review {formatNumber(review)}
            </Link>
          )}
          {accepted > 0 && (
            <Link
              href={stepLink(upload.id, 'out')}
              className={buttonClass(review > 0 ? 'plain' : 'primary')}
            >
              <Icon name="download" size={18} />
              Download {formatNumber(accepted)}
            </Link>
          )}
        </div>
      </Card>
      <OtherCategory upload={upload} />
      <div className="min-w-0">
        <Tabs
          group="matches"
          label="Rows"
          selected={state}
          onSelect={setState}
          tabs={[
            { id: 'accepted', label: 'Matched', count: formatNumber(accepted) },
            { id: 'review', label: 'To review', count: formatNumber(review) },
            { id: 'unmatched', label: 'Unmatched', count: formatNumber(unmatched) },
          ]}
        />
        <TabPanel group="matches" id={state} className="mt-3">
          <MatchedRows key={state} upload={upload} state={state} />
        </TabPanel>
      </div>
    </div>
  )
}
