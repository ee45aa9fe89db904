import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { uuidv7 } from 'uuidv7'
import { proxy, useSnapshot } from 'valtio'
import { useIdentity } from '../../session/use-identity.ts'
import type { ApiClient } from '../../lib/api.ts'
import { ApiProblem } from '../../lib/api-errors.ts'
import { log } from '../../lib/log.ts'
import { useApi } from '../../lib/use-api.ts'
import {
  dropFile,
  cacheFile,
  readCachedFile,
  listCachedIds,
  type Caches,
} from '../../offline/file-cache.ts'
import { personalCache } from '../../offline/sign-out-message.ts'
import { exchangeKey } from './queries.ts'
import { sendFile } from './send-file.ts'
import { refusalOf } from './copy.ts'

export type Sending = {
  id: string
  name: string
  size: number
  received: number
  /** waiting: offline, continues on reconnect. refused: `why` says why. */
  is: 'sending' | 'waiting' | 'paused' | 'refused'
  why: string | null
  /** Whether the device stores the file until it has arrived, so that closing the page loses nothing. */
  isStored: boolean
}

type Owner = { userId: string; orgId: string }

/** Uploads in progress by id, of one user in one organisation; they outlive the screens. */
const uploading = proxy<{ owner: string; by: Record<string, Sending> }>({ owner: '', by: {} })
const files = new Map<string, File>()
const stops = new Map<string, AbortController>()

export const useSendings = (): readonly Sending[] => {
  const { userId, orgId } = useIdentity()
  const { owner, by } = useSnapshot(uploading)
  return owner === `${userId ?? ''}.${orgId ?? ''}` ? Object.values(by) : []
}

export type Sender = {
  /** Sends a file and returns the id of its upload. With the id of an interrupted upload, resumes it. */
  start: (file: File, id?: string) => string
  pause: (id: string) => void
  resume: (id: string) => void
  /** Stops an upload; what the server has stays. */
  forget: (id: string) => void
  /** Resumes uploads that the device stored when a page was closed. Resolves once it has looked. */
  goOn: () => Promise<void>
}

/** The sender of the signed-in user; null while signed out. */
export const useSender = (): Sender | null => {
  const api = useApi()
  const client = useQueryClient()
  const { userId, orgId } = useIdentity()
  return useMemo(
    () =>
      userId === null || orgId === null
        ? null
        : senderOf({ api, client, caches: ownCaches() }, { userId, orgId }),
    [api, client, userId, orgId],
  )
}

type Parts = { api: ApiClient; client: QueryClient; caches: Caches | null }

const senderOf = ({ api, client, caches }: Parts, { userId, orgId }: Owner): Sender => {
  const cache = personalCache(userId, orgId)
  const change = (id: string, next: Partial<Sending>): void => {
    const sending = uploading.by[id]
    if (sending !== undefined) Object.assign(sending, next)
  }
  const end = (id: string): void => {
    stops.get(id)?.abort()
    stops.delete(id)
    files.delete(id)
    delete uploading.by[id]
    if (caches !== null) void dropFile(caches, cache, id).catch(() => undefined)
  }
  const send = async (id: string): Promise<void> => {
    const file = files.get(id)
    if (file === undefined || stops.has(id)) return
    const stop = new AbortController()
    stops.set(id, stop)
    change(id, { is: 'sending', why: null })
    try {
      await sendFile(file, id, {
        api,
        signal: stop.signal,
        onProgress: (progress) => {
          if (!stop.signal.aborted) change(id, progress)
        },
      })
      // The next screen refetches before the progress bar disappears.
      await client.invalidateQueries({ queryKey: exchangeKey })
      end(id)
    } catch (error) {
      stops.delete(id)
      if (stop.signal.aborted) return
      if (error instanceof ApiProblem) change(id, { is: 'refused', why: refusalOf(error) })
      else if (error instanceof DOMException && error.name === 'AbortError') {
        // The user or organisation changed: this upload is not theirs.
        files.delete(id)
        delete uploading.by[id]
      } else {
        log.error('A file could not be read', error)
        change(id, { is: 'refused', why: unreadable })
      }
    }
  }
  const take = (file: File, id: string, isStored: boolean): void => {
    const owner = `${userId}.${orgId}`
    if (uploading.owner !== owner) {
      uploading.owner = owner
      uploading.by = {}
    }
    files.set(id, file)
    const { name, size } = file
    uploading.by[id] = {
      id,
      name,
      size,
      received: uploading.by[id]?.received ?? 0,
      is: 'sending',
      why: null,
      isStored,
    }
    void send(id)
  }
  return {
    start: (file, id = uuidv7()) => {
      stops.get(id)?.abort()
      stops.delete(id)
      take(file, id, false)
      if (caches !== null)
        cacheFile(caches, cache, id, file).then(
          () => {
            if (files.has(id)) change(id, { isStored: true })
            // The upload arrived before the device had stored it.
            else void dropFile(caches, cache, id).catch(() => undefined)
          },
          // Without storage, the upload lasts as long as the page.
          () => undefined,
        )
      return id
    },
    pause: (id) => {
      stops.get(id)?.abort()
      stops.delete(id)
      change(id, { is: 'paused' })
    },
    resume: (id) => void send(id),
    forget: end,
    goOn: async () => {
      if (caches === null) return
      try {
        for (const id of await listCachedIds(caches, cache)) {
          const file = files.has(id) ? null : await readCachedFile(caches, cache, id)
          if (file !== null && !files.has(id)) take(file, id, true)
        }
      } catch (error) {
        log.warn('Kept files could not be read', error)
      }
    },
  }
}

const unreadable =
  'We can’t read the file any longer. It may have moved or changed. Choose it again.'

const ownCaches = (): Caches | null => (typeof caches === 'undefined' ? null : caches)
