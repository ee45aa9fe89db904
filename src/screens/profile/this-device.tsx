import type { ReactNode } from 'react'
import { densities, uiState, useUiState, type Theme } from '../../lib/ui-state.ts'
import { Card } from '../../ui/card.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import type { IconName } from '../../ui/icon.tsx'

export const ThisDevice = () => {
  const { theme, density } = useUiState()
  return (
    <Card className="flex flex-col gap-5">
      <Preference title="Theme" note="System matches your device.">
        <Segmented
          label="Theme"
          value={theme}
          options={themes}
          onValueChange={(value) => {
            uiState.theme = value
          }}
        />
      </Preference>
      <Preference
        title="Row height"
        note="For tables, with a mouse. For touch, rows are always tall."
      >
        <Segmented
          label="Row height"
          value={density}
          options={densities}
          onValueChange={(value) => {
            uiState.density = value
          }}
        />
      </Preference>
    </Card>
  )
}

const themes: readonly { value: Theme; label: string; icon: IconName }[] = [
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
  { value: 'system', label: 'System', icon: 'monitor' },
]

const Preference = ({
  title,
  note,
  children,
}: {
  title: string
  note: string
  children: ReactNode
}) => (
  <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
    <div>
      <p className="text-14 font-medium">{title}</p>
      <p className="text-13 text-ink-faint">{note}</p>
    </div>
    {children}
  </div>
)
