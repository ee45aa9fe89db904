import { Link } from 'wouter'
import { links } from '../../../contract/links.ts'
import { Button, buttonClass, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { Outcome } from './add-records.ts'

export type Added =
  | { is: 'adding'; message: string }
  | { is: 'added'; outcome: Outcome }
  | { is: 'refused'; message: string }

export const AddedBar = ({
  added,
  onUndo,
  onClose,
}: {
  added: Added | null
  onUndo: () => void
  onClose: () => void
}) => (
  <div role="status">
    {added !== null && (
      <div className="flex min-h-control flex-wrap items-center gap-x-2 border-t border-line bg-sunken py-1 pr-1 pl-4 text-14">
        {added.is === 'adding' && <Spinner size={16} />}
        {added.is === 'refused' && <Icon name="warning" size={16} className="text-danger" />}
        <p className="min-w-0 flex-1 py-1.5 wrap-anywhere">
          {added.is === 'added' ? added.outcome.message : added.message}
        </p>
        {added.is === 'added' && (
          <span className="ml-auto flex items-center">
            {added.outcome.listId !== null && (
              <Link href={links.list(added.outcome.listId)} className={buttonClass('quiet', 'sm')}>
                Open list
              </Link>
            )}
            <Button size="sm" variant="quiet" icon="undo" onClick={onUndo}>
              Undo
            </Button>
          </span>
        )}
        {added.is !== 'adding' && (
          <IconButton icon="close" label="Dismiss" size="sm" onClick={onClose} />
        )}
      </div>
    )}
  </div>
)
