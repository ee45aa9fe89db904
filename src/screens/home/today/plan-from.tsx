import { Link } from 'wouter'
import { links } from '../../../../contract/links.ts'
import { namedPins } from '../../../offline/named-pins.ts'
import { useLive } from '../../../shared/offline/device.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'

/** Ways to plan today from an offline list, or from what is due. */
export const PlanFrom = ({ hasDue }: { hasDue: boolean }) => {
  const [pin] = useLive(namedPins) ?? []
  if (pin === undefined && !hasDue) return null
  return (
    <p className="mt-2 flex flex-wrap gap-2">
      {pin !== undefined && (
        <Link href={links.planFromList(pin.pin.sourceId)} className={`${buttonClass()} max-w-full`}>
          <Icon name="pin" size={18} />
          <span className="truncate">Plan from “{pin.name}”</span>
        </Link>
      )}
      {hasDue && (
        <Link href={links.planDue()} className={buttonClass()}>
          <Icon name="calendar" size={18} />
          Plan what’s due near here
        </Link>
      )}
    </p>
  )
}
