import { useEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import { links } from '../../../contract/links.ts'
import { log } from '../../lib/log.ts'
import { dropFile, keptFile, sharedCache } from '../../offline/kept-files.ts'

type Launch = { files?: readonly { getFile: () => Promise<File> }[] }
type LaunchQueue = { setConsumer: (take: (launch: Launch) => void) => void }

/**
 * Hears of files that the system hands to the installed app: opened with it (file handler), or shared with it, which the service
 * worker kept (`links.sharedFile`). `lost` where a shared one did not arrive.
 */
export const useHanded = (hear: { file: (file: File) => void; lost: () => void }): void => {
  const shared = new URLSearchParams(useSearch()).get('shared')
  const [, navigate] = useLocation()
  const heard = useRef(hear)
  useEffect(() => {
    heard.current = hear
  })
  useEffect(() => {
    // Chromium on a desk, once installed. Launches wait in the queue until somebody listens.
    const { launchQueue } = window as { launchQueue?: LaunchQueue }
    launchQueue?.setConsumer(({ files }) => {
      const [first] = files ?? []
      void first?.getFile().then(
        (file) => heard.current.file(file),
        (error: unknown) => log.warn('A file could not be opened', error),
      )
    })
  }, [])
  useEffect(() => {
    if (shared === null) return
    // Taken once: coming back to this address must not take it again.
    navigate(links.upload(), { replace: true })
    void takeShared(shared).then((file) =>
      file === null ? heard.current.lost() : heard.current.file(file),
    )
  }, [shared, navigate])
}

const takeShared = async (id: string): Promise<File | null> => {
  try {
    const file = await keptFile(caches, sharedCache, id)
    if (file !== null) await dropFile(caches, sharedCache, id)
    return file
  } catch (error) {
    log.warn('A shared file could not be read', error)
    return null
  }
}
