import { cadenceOf, setCadence, type CadenceTarget } from '../../offline/cadences.ts'
import { everyWeeks } from '../../offline/entities/cadence.ts'
import { Menu } from '../../ui/menu.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { useLive, useLocal } from '../offline/device.tsx'
import { useStorageRefusal } from '../offline/read-failure.ts'
import { useHasFollowUps } from './use-follow-ups.ts'
import { useSave } from './use-save.ts'

/** How often to visit an account or those of a list: one press opens the choices, one chooses. */
export const CadenceMenu = ({ of }: { of: CadenceTarget }) => {
  const local = useLocal()
  const cadence = useLive((device) => cadenceOf(device, of.targetId), [of.targetId])
  const refusal = useStorageRefusal()
  const { keep } = useSave()
  if (!useHasFollowUps()) return null
  // As high as the button, so that what is below does not move when it comes.
  if (cadence === undefined)
    return <span className="inline-block min-h-control align-top pointer-fine:min-h-8" />
  const weeks = cadence?.weeks ?? null
  const choose = async (next: number | null): Promise<void> => {
    if (!(await keep(() => setCadence(local, of, next))))
      showToast({ title: 'We couldn’t save this. Try again.', tone: 'danger' })
  }
  const text = weeks === null ? 'Visit regularly' : `Visit ${everyWeeks(weeks)}`
  return (
    <Menu
      // Its name begins with its visible text.
      label={`${text}: ${of.name}`}
      text={text}
      icon="clock"
      size="sm"
      variant="quiet"
      align="start"
      disabledReason={refusal}
      groups={[
        {
          items: weekChoices.map((choice) => ({
            label: everyWeeks(choice).replace('every', 'Every'),
            checked: choice === weeks,
            onSelect: () => void choose(choice),
          })),
        },
        ...(weeks === null
          ? []
          : [{ items: [{ label: 'Stop', onSelect: () => void choose(null) }] }]),
      ]}
    />
  )
}

const weekChoices = [1, 2, 4, 6, 8, 12, 26]
