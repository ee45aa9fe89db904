import { randomUUID } from 'node:crypto'
import {
  accessSync,
  constants,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { processStart } from './process-start.ts'
import { Refusal } from '../refusal.ts'

/** The token admits commands of the same user. */
export type Door = { url: string; token: string }

export type Claim = {
  publish: (door: Door) => void
  release: () => void
}

export type Owner = { pid: number; url: string | undefined; token: string | undefined }

export const defaultMinFreeBytes = 200_000_000

/**
 * Two processes would corrupt an embedded database, so a live owner is never replaced; a dead one is, even if its pid was reused.
 * Throws a Refusal if the folder is claimed or not writable, or its disk has less than `minFreeBytes`. A claim is `leased` if the
 * folder holds no database: a heartbeat renews it, and without one it ends after a minute, also if its machine is gone.
 */
export const claimDataFolder = (
  folder: string,
  options: { minFreeBytes?: number; leased?: boolean } = {},
): Claim => {
  const path = resolve(folder)
  makeRoom(path, options.minFreeBytes ?? defaultMinFreeBytes)
  for (;;) {
    const last = lastTicket(path)
    if (last !== undefined) refuseIfAlive(path, last)
    const number = (last?.number ?? 0) + 1
    const holder: Holder = {
      pid: process.pid,
      host: hostname(),
      startedAt: processStart(process.pid) ?? '',
      released: false,
      leased: options.leased ?? false,
    }
    if (!takeTicket(path, number, holder)) continue
    for (const older of ticketNumbers(path).filter((each) => each < number))
      rmSync(ticketFile(path, older), { force: true })
    return ownTicket(path, number, holder)
  }
}

const ownTicket = (path: string, number: number, holder: Holder): Claim => {
  let current = holder
  const write = (): void => {
    // After a lost lease the folder belongs to a later ticket.
    if (lastTicket(path)?.number === number) rewriteTicket(path, number, current)
  }
  const timer = holder.leased ? setInterval(write, renewMs).unref() : undefined
  return {
    publish: (door) => {
      current = { ...holder, ...door }
      write()
    },
    release: () => {
      clearInterval(timer)
      current = { ...holder, released: true }
      write()
    },
  }
}

const renewMs = 10_000
const leaseMs = 60_000

/** As when another user started here before. */
export const refuseUnwritable = (folder: string): void => {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    for (const name of readdirSync(folder))
      accessSync(join(folder, name), constants.R_OK | constants.W_OK)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return
    throw new Refusal(
      `The database folder ${folder} cannot be written to: give this user the right to, or choose another data folder with FIELDBOOK_DATA.`,
      { cause: error },
    )
  }
}

/** Url and token are set once the owner listens. */
export const ownerOf = (folder: string): Owner | null => {
  const last = lastTicket(resolve(folder))
  if (last === undefined || !isAlive(resolve(folder), last)) return null
  return { pid: last.holder.pid, url: last.holder.url, token: last.holder.token }
}

/**
 * The lock is a numbered ticket, owner.7.json. Only one process can create the next number. Numbers only grow and the last ticket
 * stays, which avoids the race of deleting a stale lock file.
 */
type Holder = {
  pid: number
  host: string
  startedAt: string
  released: boolean
  /** Missing in tickets of earlier releases. */
  leased?: boolean
  url?: string
  token?: string
}

const ticketFile = (path: string, number: number): string => join(path, `owner.${number}.json`)

const ticketNumbers = (path: string): number[] => {
  try {
    return readdirSync(path).flatMap((name) => {
      const number = /^owner\.(\d+)\.json$/.exec(name)?.[1]
      return number === undefined ? [] : [Number(number)]
    })
  } catch {
    return []
  }
}

type Ticket = { number: number; holder: Holder | undefined }

const lastTicket = (path: string): Ticket | undefined => {
  const number = Math.max(0, ...ticketNumbers(path))
  if (number === 0) return undefined
  try {
    const holder: unknown = JSON.parse(readFileSync(ticketFile(path, number), 'utf8'))
    return { number, holder: isHolder(holder) ? holder : undefined }
  } catch (error) {
    // Deleted between listing and reading: a newer ticket exists.
    if (hasCode(error, 'ENOENT')) return lastTicket(path)
    // Tickets are written atomically, so a torn one comes from a power loss.
    return { number, holder: undefined }
  }
}

/** Atomic; false if another process has this number. */
const takeTicket = (path: string, number: number, holder: Holder): boolean => {
  const draft = writeDraft(path, holder)
  try {
    linkSync(draft, ticketFile(path, number))
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw new Refusal(
      `The data folder ${path} cannot hold a lock, because its file system has no hard links: choose another with FIELDBOOK_DATA.`,
      { cause: error },
    )
  } finally {
    rmSync(draft, { force: true })
  }
}

const rewriteTicket = (path: string, number: number, holder: Holder): void => {
  renameSync(writeDraft(path, holder), ticketFile(path, number))
}

const writeDraft = (path: string, holder: Holder): string => {
  const draft = join(path, `.owner-${randomUUID()}`)
  writeFileSync(draft, JSON.stringify(holder), { mode: 0o600, flag: 'wx', flush: true })
  return draft
}

const refuseIfAlive = (path: string, ticket: Ticket): void => {
  if (!isAlive(path, ticket)) return
  const { holder } = ticket
  if (holder.host !== hostname())
    throw new Refusal(
      `The data folder ${path} belongs to process ${holder.pid} on the machine ${holder.host}: stop it there, or delete owner.*.json in the folder if that machine is gone.`,
    )
  throw new Refusal(
    `The data folder ${path} is in use by process ${holder.pid}${holder.url === undefined ? '' : ` at ${holder.url}`}: stop it first, or choose another folder with FIELDBOOK_DATA.`,
  )
}

const isAlive = (path: string, ticket: Ticket): ticket is Ticket & { holder: Holder } => {
  const { number, holder } = ticket
  if (holder === undefined || holder.released) return false
  if (holder.host === hostname()) return processStart(holder.pid) === holder.startedAt
  // A process on another machine cannot be checked: without a lease assume it is alive, because corruption is worse.
  return holder.leased !== true || ageOf(path, ticketFile(path, number)) < leaseMs
}

/** By the clock of the folder's disk, which may be of another machine. */
const ageOf = (path: string, file: string): number => {
  const probe = join(path, `.owner-${randomUUID()}`)
  try {
    writeFileSync(probe, '', { mode: 0o600, flag: 'wx' })
    return statSync(probe).mtimeMs - statSync(file).mtimeMs
  } catch {
    return 0
  } finally {
    rmSync(probe, { force: true })
  }
}

const makeRoom = (path: string, minFreeBytes: number): void => {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new Refusal(
      hasCode(error, 'ENOSPC')
        ? `The disk of the data folder ${path} is full. Free some space or set FIELDBOOK_DATA to another folder.`
        : `The data folder ${path} cannot be written to: give this user the right to, or choose another folder with FIELDBOOK_DATA.`,
      { cause: error },
    )
  }
  const { bavail, bsize } = statfsSync(path)
  const free = bavail * bsize
  if (free < minFreeBytes)
    throw new Refusal(
      `The disk of the data folder ${path} has ${megabytes(free)} MB left and Fieldbook needs ${megabytes(minFreeBytes)} MB: free some space or set FIELDBOOK_DATA to another folder.`,
    )
}

const megabytes = (bytes: number): number => Math.floor(bytes / 1_000_000)

const isHolder = (value: unknown): value is Holder =>
  typeof value === 'object' &&
  value !== null &&
  'pid' in value &&
  typeof value.pid === 'number' &&
  'host' in value &&
  typeof value.host === 'string' &&
  'startedAt' in value &&
  typeof value.startedAt === 'string' &&
  'released' in value &&
  typeof value.released === 'boolean'

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
