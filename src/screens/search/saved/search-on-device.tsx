import { useEffect, useState } from 'react'
import { formatRecords } from '../../../lib/format.ts'
import { useDevice } from '../../../shared/offline/device.tsx'
import { createDeviceSource, type DeviceSource } from '../../../shared/search/device-source.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useDeviceSearch } from '../device-search.tsx'
import { parseHistoryState } from '../history-state.ts'
import { useSearchHandle } from '../search-context.ts'

/** A button that searches what is on this device, pressed already where the search was opened for that; nothing where there is nothing. */
export const SearchOnDevice = () => {
  const device = useDevice()
  const { state } = useSearchHandle()
  const { start } = useDeviceSearch()
  const [source, setSource] = useState<DeviceSource | null>(null)
  useEffect(() => {
    if (device === null) return undefined
    let late = false
    // The device reports storage errors itself.
    createDeviceSource(device).then(
      (read) => {
        if (late) return
        setSource(read)
        if (parseHistoryState(window.history.state).onDevice) start(read)
      },
      () => {},
    )
    return () => {
      late = true
    }
  }, [device, start])
  if (source === null) return null
  const total = source.total[state.tab]
  if (source.total.company + source.total.people === 0) return null
  return (
    <Button variant="primary" icon="mobile" onClick={() => start(source)}>
      Search {formatRecords(total, state.tab)} on this device
    </Button>
  )
}

/** Says that these are not the results of the whole market. */
export const OnDeviceNotice = () => {
  const { source } = useDeviceSearch()
  const { state } = useSearchHandle()
  if (source === null) return null
  return (
    <p role="status" className="flex items-center gap-1.5 text-13 font-medium text-warn">
      <Icon name="offline" size={16} className="shrink-0" />
      <span>
        On this device: {formatRecords(source.total[state.tab], state.tab)}. Search everything when
        you’re back online.
      </span>
    </p>
  )
}
