import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PushDevice } from '../../../contract/signals/push.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { formatAgo } from '../../lib/format.ts'
import { useApi } from '../../lib/use-api.ts'
import { useMinute } from '../../ui/as-of.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Callout } from '../../ui/callout.tsx'

const key = ['push-devices']

export const AlertsDevices = ({ own, off }: { own: string | null; off: () => void }) => {
  const api = useApi()
  const offline = useOffline()
  const client = useQueryClient()
  const devicesQuery = useQuery({
    queryKey: [...key, own],
    queryFn: ({ signal }) => api.pushDevices({}, { signal }),
  })
  const refetchDevices = () => client.invalidateQueries({ queryKey: key })
  const revoking = useMutation({
    mutationFn: (id: string) => api.forgetDevice({ id }),
    onSettled: refetchDevices,
  })
  const naming = useMutation({
    mutationFn: (showNames: boolean) => api.pushSettings({ showNames }),
    onSettled: refetchDevices,
  })
  if (devicesQuery.data === undefined)
    return devicesQuery.isError || offline ? (
      <Callout
        icon={offline ? 'offline' : 'warning'}
        actions={
          <Button size="sm" onClick={() => void devicesQuery.refetch()}>
            Try again
          </Button>
        }
      >
        {offline ? 'You need a connection to see your devices.' : 'We couldn’t load your devices.'}
      </Callout>
    ) : (
      <Skeleton className="h-16 w-full" />
    )
  const { devices, showNames } = devicesQuery.data
  const needsLine = offline ? 'You need a connection for this.' : undefined
  const failed = revoking.isError || naming.isError
  return (
    <>
      {devices.length > 0 && (
        <div>
          <h3 className="text-13 font-medium text-ink-soft">Devices that get alerts</h3>
          <ul className="divide-y divide-line" aria-label="Devices that get alerts">
            {devices.map((device) => (
              <DeviceLine
                key={device.id}
                device={device}
                isThisDevice={device.id === own}
                needsLine={needsLine}
                busy={revoking.isPending && revoking.variables === device.id}
                onRevoke={() => (device.id === own ? off() : revoking.mutate(device.id))}
              />
            ))}
          </ul>
        </div>
      )}
      {failed && (
        <Callout icon="warning" tone="danger" role="alert">
          We couldn’t save that. Try again.
        </Callout>
      )}
      <Switch
        label={<span className="font-medium">Show names on the lock screen</span>}
        hint="Show company and people names, and your follow-ups, in alerts. Anyone who can see your lock screen can read them."
        checked={naming.isPending ? naming.variables : showNames}
        onCheckedChange={(on) => naming.mutate(on)}
      />
    </>
  )
}

const DeviceLine = ({
  device: { label, lastSeenAt },
  isThisDevice,
  needsLine,
  busy,
  onRevoke,
}: {
  device: PushDevice
  isThisDevice: boolean
  needsLine: string | undefined
  busy: boolean
  onRevoke: () => void
}) => {
  const now = useMinute()
  return (
    <li className="flex min-h-14 items-center justify-between gap-3 py-2">
      <span className="min-w-0">
        <span className="flex flex-wrap items-center gap-2 text-14 font-medium wrap-anywhere">
          {label}
          {isThisDevice && <Badge tone="accent">This device</Badge>}
        </span>
        <span className="block text-13 text-ink-faint">
          Last seen {formatAgo(lastSeenAt, Math.max(now, Date.parse(lastSeenAt)))}
        </span>
      </span>
      <Button
        size="sm"
        variant="quiet"
        busy={busy}
        disabledReason={needsLine}
        aria-label={`Revoke ${label}`}
        onClick={onRevoke}
      >
        Revoke
      </Button>
    </li>
  )
}
