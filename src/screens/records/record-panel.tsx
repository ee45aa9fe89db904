import { Link } from 'wouter'
import { recordLink } from '../../../contract/links.ts'
import type { RecordPanelProps } from '../../shared/records/record-beside.tsx'
import { buttonClass, IconButton } from '../../ui/button.tsx'
import { OpenedRecord } from './opened-record.tsx'
import type { AddToList } from './record-actions.tsx'
import { RecordBar } from './record-bar.tsx'

export const RecordPanel = ({
  category,
  id,
  onClose,
  onStep,
  addToList,
}: RecordPanelProps & { addToList?: AddToList | undefined }) => (
  <div className="flex min-h-full flex-col bg-card px-4 [--record-bottom:0px] [--record-top:0px] sm:px-5">
    <RecordBar
      category={category}
      id={id}
      onStep={onStep}
      after={
        <>
          <Link href={recordLink(category, id)} className={buttonClass('quiet', 'sm')}>
            Full view
          </Link>
          <IconButton icon="close" size="sm" label="Close" onClick={onClose} />
        </>
      }
    />
    <OpenedRecord key={id} category={category} id={id} level={2} addToList={addToList} />
  </div>
)
