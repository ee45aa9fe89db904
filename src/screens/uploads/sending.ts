import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { uuidv7 } from 'uuidv7'
import { proxy, subscribe, useSnapshot } from 'valtio'
import { useIdentity } from '../../session/use-identity.ts'
import type { ApiClient } from '../../lib/api.ts'
import { ApiProblem } from '../../lib/api-errors.ts'
import { contact } from '../../lib/contact.ts'
import { log } from '../../lib/log.ts'
import { useApi } from '../../lib/use-api.ts'
import { dropFile, keepFile, keptFile, keptIds, type Caches } from '../../offline/kept-files.ts'
import { personalCache } from '../../offline/leaving-message.ts'
import { exchangeKey } from './queries.ts'
import { sendFile } from './send-file.ts'
import { refusalOf } from './words.ts'

/** A file on its way to the server, from this page. */
export type Sending = {
  id: string
  name: string
  size: number
  held: number
  /** waiting: without a connection; it goes on by itself. refused: `why` says why. */
  is: 'sending' | 'waiting' | 'paused' | 'refused'
  why: string | null
  /** Whether the device keeps the file until it has arrived, so that closing the page loses nothing. */
  kept: boolean
}

type Owner = { userId: string; orgId: string }

/** What is on its way, by id, of one person in one organisation; it outlives the screens. */
const ways = proxy<{ owner: string; by: Record<string, Sending> }>({ owner: '', by: {} })
const files = new Map<string, File>()
const stops = new Map<string, AbortController>()

/** The files on their way, the oldest first; nobody sees another's. */
export const useSendings = (): readonly Sending[] => {
  const { userId, orgId } = useIdentity()
  const { owner, by } = useSnapshot(ways)
  return owner === `${userId ?? ''}.${orgId ?? ''}` ? Object.values(by) : []
}

export type Sender = {
  /** Sends a file; answers the id of its upload. With the id of one that was begun it goes on where that stopped. */
  start: (file: File, id?: string) => string
  pause: (id: string) => void
  resume: (id: string) => void
  /** Lets a file go that is on its way; what has arrived of it is not touched. */
  forget: (id: string) => void
  /** Goes on with files that the device kept when a page was closed. Answers when it has looked. */
  goOn: () => Promise<void>
}

/** What sends files of whoever is here; null while nobody is. */
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
    const one = ways.by[id]
    if (one !== undefined) Object.assign(one, next)
  }
  const end = (id: string): void => {
    stops.get(id)?.abort()
    stops.delete(id)
    files.delete(id)
    delete ways.by[id]
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
        tell: (progress) => {
          if (!stop.signal.aborted) change(id, progress)
        },
        pause: (failures, seconds) => anotherTry(failures, seconds, stop.signal),
      })
      // The screen that follows reads it anew before the bar goes.
      await client.invalidateQueries({ queryKey: exchangeKey })
      end(id)
    } catch (error) {
      stops.delete(id)
      if (stop.signal.aborted) return
      if (error instanceof ApiProblem) change(id, { is: 'refused', why: refusalOf(error) })
      else if (error instanceof DOMException && error.name === 'AbortError') {
        // Somebody else, or another organisation, is here now: theirs it is not.
        files.delete(id)
        delete ways.by[id]
      } else {
        log.error('A file could not be read', error)
        change(id, { is: 'refused', why: unreadable })
      }
    }
  }
  const take = (file: File, id: string, kept: boolean): void => {
    const owner = `${userId}.${orgId}`
    if (ways.owner !== owner) {
      ways.owner = owner
      ways.by = {}
    }
    files.set(id, file)
    const { name, size } = file
    ways.by[id] = { id, name, size, held: ways.by[id]?.held ?? 0, is: 'sending', why: null, kept }
    void send(id)
  }
  return {
    start: (file, id = uuidv7()) => {
      stops.get(id)?.abort()
      stops.delete(id)
      take(file, id, false)
      if (caches !== null)
        keepFile(caches, cache, id, file).then(
          () => {
            if (files.has(id)) change(id, { kept: true })
            // It had arrived before it was kept.
            else void dropFile(caches, cache, id).catch(() => undefined)
          },
          // Without room it lasts as long as the page.
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
        for (const id of await keptIds(caches, cache)) {
          const file = files.has(id) ? null : await keptFile(caches, cache, id)
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

const longestMs = 30_000

/** A moment that grows with the failures; over at once when the server is reached again. Rejects where it was called off. */
const anotherTry = (failures: number, seconds: number | null, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const ms = seconds === null ? Math.min(1_000 * 2 ** failures, longestMs) : seconds * 1_000
    const over = (): void => {
      clearTimeout(timer)
      unsubscribe()
      signal.removeEventListener('abort', over)
      if (signal.aborted) reject(signal.reason)
      else resolve()
    }
    const timer = setTimeout(over, ms)
    let reached = contact.reached
    const unsubscribe = subscribe(contact, () => {
      if (contact.reached && !reached && seconds === null) over()
      reached = contact.reached
    })
    signal.addEventListener('abort', over)
  })
