import { SelectField } from '../../ui/select-field.tsx'
import { formatClock } from './due.ts'

/** A time of the day as 'HH:MM', to choose by the half-hour. `none` names the empty choice, where there is one. */
export const ClockField = ({
  label,
  value,
  none,
  onValueChange,
}: {
  label: string
  value: string
  none?: string
  onValueChange: (value: string) => void
}) => (
  <SelectField
    label={label}
    value={value}
    options={[
      ...(none === undefined ? [] : [{ value: '', label: none }]),
      ...[...(value === '' || halfHours.includes(value) ? [] : [value]), ...halfHours].map(
        (time) => ({ value: time, label: formatClock(time) }),
      ),
    ]}
    onValueChange={onValueChange}
  />
)

/** From six in the morning, the night last. */
const halfHours: readonly string[] = Array.from({ length: 48 }, (_, index) => {
  const minute = (6 * 60 + index * 30) % (24 * 60)
  const two = (number: number): string => String(number).padStart(2, '0')
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
})
