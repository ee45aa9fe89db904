import { useId } from 'react'
import { Card } from '../../ui/card.tsx'
import { AlertsDevices } from './alerts-devices.tsx'
import { AlertsState } from './alerts-state.tsx'
import { useAlerts } from './use-alerts.ts'

export const AlertsCard = () => {
  const alerts = useAlerts()
  const id = useId()
  return (
    <Card className="flex flex-col gap-5">
      <section aria-labelledby={id} className="flex flex-col gap-5">
        <div>
          <h2 id={id} className="text-14 font-medium">
            Alerts on this device
          </h2>
          <p className="text-13 text-ink-faint">
            Get an alert on this device when an agent finds something, even with Fieldbook closed.
            It says how many signals there are and what kind.
          </p>
        </div>
        <AlertsState {...alerts} />
        <AlertsDevices
          own={alerts.state?.is === 'on' ? alerts.state.deviceId : null}
          off={alerts.off}
        />
      </section>
    </Card>
  )
}

export const AlertsInline = () => <AlertsState {...useAlerts()} />
