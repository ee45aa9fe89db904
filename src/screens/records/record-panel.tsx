import { Link } from 'wouter'
import { recordLink } from '../../../contract/links.ts'
import type { Category } from '../../../contract/records/records.ts'
import { buttonClass, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { OpenedRecord } from './opened-record.tsx'

export const RecordPanel = ({
  category,
  id,
  onClose,
}: {
  category: Category
  id: string
  onClose: () => void
}) => (
  <div className="px-5 pt-2 pb-10">
    <div className="sticky top-0 z-10 -mx-5 flex items-center justify-end gap-1 bg-card px-3 py-1">
      <Link href={recordLink(category, id)} className={buttonClass('quiet', 'sm')}>
        <Icon name="arrow-right" size={16} />
        Full view
      </Link>
      <IconButton icon="close" size="sm" label="Close" onClick={onClose} />
    </div>
    <OpenedRecord key={id} category={category} id={id} level={2} />
  </div>
)
