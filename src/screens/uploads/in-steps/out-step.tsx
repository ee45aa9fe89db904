import type { Upload } from '../../../../contract/money/uploads.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Link } from 'wouter'
import { buttonClass } from '../../../ui/button.tsx'
import { stepLink } from '../steps.tsx'
import { ToFile } from './to-file.tsx'
import { ToList } from './to-list.tsx'

export const OutStep = ({ upload }: { upload: Upload }) =>
  upload.counts.accepted === 0 ? (
    <EmptyState
      drawing="blank"
      heading="h2"
      title="No matched rows yet"
      action={
        <Link
          href={stepLink(upload.id, upload.counts.review > 0 ? 'review' : 'columns')}
          className={buttonClass('primary')}
        >
          {upload.counts.review > 0 ? 'Review uncertain rows' : 'Check the columns'}
        </Link>
      }
    >
      {upload.counts.review > 0
        ? 'Review your rows first. You can download the ones you accept.'
        : 'Mapping another column may help.'}
    </EmptyState>
  ) : (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <ToFile upload={upload} />
      <ToList upload={upload} />
    </div>
  )
