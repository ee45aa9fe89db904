import { useEffect, useEffectEvent, useState } from 'react'
import { useMedia } from '../../lib/use-media.ts'
import { useUiState } from '../../lib/ui-state.ts'
import type { MapCanvas } from './canvas.ts'
import type { Bounds } from './map-data.ts'
import { loadMap, storeMap } from './map-files.ts'

/** Opens the map in an element; `trouble` where its code or its base map does not load. */
export const useCanvas = (
  box: { readonly current: HTMLDivElement | null },
  label: string,
  onPress: (ids: readonly string[]) => void,
  onMove: (bounds: Bounds) => void,
) => {
  const [attempt, setAttempt] = useState(0)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [trouble, setTrouble] = useState(false)
  const isDark = useIsDark()
  const isStill = useMedia('(prefers-reduced-motion: reduce)')
  const open = useEffectEvent(async (): Promise<Opened | null> => {
    const { createMapCanvas, prepareBaseMap } = await loadMap()
    const { style, notice } = await prepareBaseMap()
    return box.current === null
      ? null
      : {
          canvas: createMapCanvas(box.current, { style, isDark, label, isStill, onPress, onMove }),
          notice,
        }
  })
  useEffect(() => {
    let isClosed = false
    let shown: Opened | null = null
    open()
      .then((created) => {
        if (isClosed) return created?.canvas.close()
        shown = created
        setOpened(created)
        // Opened in the field, it opens there again without a connection.
        void storeMap().catch(() => {})
      })
      .catch(() => {
        if (!isClosed) setTrouble(true)
      })
    return () => {
      isClosed = true
      shown?.canvas.close()
    }
  }, [attempt])
  useEffect(() => opened?.canvas.setDark(isDark), [opened, isDark])
  return {
    canvas: opened?.canvas ?? null,
    notice: opened?.notice ?? '',
    trouble,
    retry: (): void => {
      setTrouble(false)
      setAttempt(attempt + 1)
    },
  }
}

type Opened = { canvas: MapCanvas; notice: string }

const useIsDark = (): boolean => {
  const { theme } = useUiState()
  const system = useMedia('(prefers-color-scheme: dark)')
  return theme === 'system' ? system : theme === 'dark'
}
