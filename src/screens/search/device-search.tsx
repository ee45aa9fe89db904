import { createContext, use, useMemo, useState, type ReactNode } from 'react'
import type { DeviceSource } from '../../shared/search/device-source.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { FilterSourceContext } from './filter-source.ts'

type DeviceSearch = {
  /** Answers instead of the server; null: the server answers. */
  source: DeviceSource | null
  start: (source: DeviceSource) => void
}

const DeviceSearchContext = createContext<DeviceSearch>({ source: null, start: () => {} })

export const useDeviceSearch = (): DeviceSearch => use(DeviceSearchContext)

/** Lets the search within answer from this device, on request, until the server is reached again. */
export const DeviceSearchProvider = ({ children }: { children: ReactNode }) => {
  const [chosen, start] = useState<DeviceSource | null>(null)
  const source = useOffline() ? chosen : null
  const search = useMemo(() => ({ source, start }), [source])
  return (
    <DeviceSearchContext value={search}>
      <FilterSourceContext value={source}>{children}</FilterSourceContext>
    </DeviceSearchContext>
  )
}
