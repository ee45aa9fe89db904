import { useEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import { links } from '../../../contract/links.ts'
import { log } from '../../lib/log.ts'
import { dropFile, readCachedFile, sharedCache } from '../../offline/file-cache.ts'

type Launch = { files?: readonly { getFile: () => Promise<File> }[] }
type LaunchQueue = { setConsumer: (take: (launch: Launch) => void) => void }

/** Receives files opened with the app (file handler), or shared with it and stored by the service worker. `lost`: one is missing. */
export const useLaunchFiles = (handlers: {
  file: (file: File) => void
  lost: () => void
}): void => {
  const shared = new URLSearchParams(useSearch()).get('shared')
  const [, navigate] = useLocation()
  const handlersRef = useRef(handlers)
  useEffect(() => {
    handlersRef.current = handlers
  })
  useEffect(() => {
    // Chromium on desktop, once installed. Launches queue until a consumer is set.
    const { launchQueue } = window as { launchQueue?: LaunchQueue }
    launchQueue?.setConsumer(({ files }) => {
      const [first] = files ?? []
      void first?.getFile().then(
        (file) => handlersRef.current.file(file),
        (error: unknown) => log.warn('A file could not be opened', error),
      )
    })
  }, [])
  useEffect(() => {
    if (shared === null) return
    // Once: returning to this address must not repeat it.
    navigate(links.upload(), { replace: true })
    void takeShared(shared).then((file) =>
      file === null ? handlersRef.current.lost() : handlersRef.current.file(file),
    )
  }, [shared, navigate])
}

const takeShared = async (id: string): Promise<File | null> => {
  try {
    const file = await readCachedFile(caches, sharedCache, id)
    if (file !== null) await dropFile(caches, sharedCache, id)
    return file
  } catch (error) {
    log.warn('A shared file could not be read', error)
    return null
  }
}
