import { Button, IconButton } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { ToDownload } from '../downloads/download-store.ts'
import { usePushItems } from './push-items.ts'

/** Pushes records to the connected CRM, or to a choice of several; renders nothing where that is impossible. */
export const PushButton = ({
  what,
  size,
  iconOnly = false,
  disabledReason,
}: {
  what: ToDownload
  size?: 'md' | 'sm' | undefined
  iconOnly?: boolean
  disabledReason?: string | undefined
}) => {
  const items = usePushItems()(what)
  const [first] = items
  if (first === undefined) return null
  if (items.length > 1)
    return (
      <Menu
        label="Push to CRM"
        text={iconOnly ? undefined : 'Push to CRM'}
        icon="exchange"
        size={size}
        disabledReason={disabledReason}
        groups={[{ items }]}
      />
    )
  const { label } = first
  const shared = {
    icon: 'exchange',
    size,
    disabledReason: disabledReason ?? first.disabledReason,
    onClick: first.onSelect,
  } as const
  return iconOnly ? <IconButton {...shared} label={label} /> : <Button {...shared}>{label}</Button>
}
