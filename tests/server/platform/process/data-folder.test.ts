import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { claimDataFolder, ownerOf } from '../../../../server/platform/process/data-folder.ts'
import { reportPromise } from '../../../kit/reliability.ts'
import { Refusal } from '../../../../server/platform/refusal.ts'

/** Each claimant is a process; CLAIMANTS=100 is the full volume. */
const claimants = Number(process.env['CLAIMANTS'] ?? 20)

let folder = ''
let children: ChildProcess[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fieldbook-claim-'))
})
afterEach(async () => {
  await Promise.all(children.map(kill))
  children = []
  rmSync(folder, { recursive: true, force: true })
})

const claimant = fileURLToPath(new URL('../../../kit/claim-data-folder.ts', import.meta.url))

const startClaimant = (...when: 'on-your-marks'[]) => {
  const child = spawn(process.execPath, [claimant, folder, ...when], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  children.push(child)
  const says = async (): Promise<string> => {
    const [chunk] = await once(child.stdout, 'data')
    return String(chunk).trim()
  }
  return { child, says, go: () => child.stdin.write('go') }
}

const claimElsewhere = async (): Promise<{ child: ChildProcess; said: string }> => {
  const { child, says } = startClaimant()
  return { child, said: await says() }
}

const kill = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

const ticket = (): string => {
  const name = readdirSync(folder).find((each) => each.startsWith('owner.'))
  if (name === undefined) throw new Error('no ticket')
  return join(folder, name)
}

describe('a claim on a data folder', () => {
  it('creates a missing folder', () => {
    const claim = claimDataFolder(join(folder, 'deep/er'))
    expect(ownerOf(join(folder, 'deep/er'))?.pid).toBe(process.pid)
    claim.release()
  })

  it('is refused while a live process holds it, and names that process', async () => {
    const { child } = await claimElsewhere()
    expect(() => claimDataFolder(folder)).toThrow(`in use by process ${child.pid}`)
    expect(() => claimDataFolder(folder)).toThrow(Refusal)
  })

  it('is refused a second time within a process', () => {
    claimDataFolder(folder)
    expect(() => claimDataFolder(folder)).toThrow(`in use by process ${process.pid}`)
  })

  it('succeeds directly after a release and after kill -9', async () => {
    claimDataFolder(folder).release()
    const { child, said } = await claimElsewhere()
    expect(said).toBe('claimed')
    await kill(child)
    expect(ownerOf(folder)).toBeNull()
    expect(ownerOf(folder)).toBeNull()
    claimDataFolder(folder).release()
  })

  it('succeeds if another process has a dead owner’s pid', () => {
    claimDataFolder(folder)
    const claim = JSON.parse(readFileSync(ticket(), 'utf8')) as Record<string, unknown>
    writeFileSync(ticket(), JSON.stringify({ ...claim, startedAt: 'another day' }))
    expect(ownerOf(folder)).toBeNull()
    expect(() => claimDataFolder(folder)).not.toThrow()
  })

  it('is refused if another machine holds it, because its process cannot be checked', () => {
    claimDataFolder(folder)
    const claim = JSON.parse(readFileSync(ticket(), 'utf8')) as Record<string, unknown>
    writeFileSync(ticket(), JSON.stringify({ ...claim, host: 'elsewhere.example' }))
    expect(() => claimDataFolder(folder)).toThrow('on the machine elsewhere.example')
  })

  it('ends a minute after the last heartbeat if it is leased, also if its machine is gone', () => {
    claimDataFolder(folder, { leased: true })
    const claim = JSON.parse(readFileSync(ticket(), 'utf8')) as Record<string, unknown>
    writeFileSync(ticket(), JSON.stringify({ ...claim, host: 'elsewhere.example' }))
    expect(() => claimDataFolder(folder)).toThrow('on the machine elsewhere.example')
    const minuteAgo = Date.now() / 1000 - 61
    utimesSync(ticket(), minuteAgo, minuteAgo)
    expect(ownerOf(folder)).toBeNull()
    expect(() => claimDataFolder(folder)).not.toThrow()
  })

  it('is renewed by a heartbeat if it is leased', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const claim = claimDataFolder(folder, { leased: true })
      const longAgo = Date.now() / 1000 - 3_600
      utimesSync(ticket(), longAgo, longAgo)
      vi.advanceTimersByTime(10_000)
      expect(statSync(ticket()).mtimeMs).toBeGreaterThan(longAgo * 1000 + 3_000_000)
      claim.release()
    } finally {
      vi.useRealTimers()
    }
  })

  it('survives a ticket torn by a power loss', () => {
    claimDataFolder(folder)
    writeFileSync(ticket(), '{"pid":')
    expect(() => claimDataFolder(folder)).not.toThrow()
  })

  it(
    `is granted to exactly one of ${claimants} concurrent processes after a dead owner`,
    async () => {
      const { child } = await claimElsewhere()
      await kill(child)
      const runners = Array.from({ length: claimants }, () => startClaimant('on-your-marks'))
      await Promise.all(runners.map(({ says }) => says()))
      const said = await Promise.all(
        runners.map(({ says, go }) => {
          go()
          return says()
        }),
      )
      expect(said.filter((each) => each === 'claimed')).toHaveLength(1)
      expect(said.filter((each) => each.includes('in use by process'))).toHaveLength(claimants - 1)
      reportPromise({
        promise: 'I32',
        check: 'processes that claim one data folder at once',
        volume: claimants,
        goal: 100,
        figures: { owners: said.filter((each) => each === 'claimed').length },
      })
    },
    60_000 + claimants * 2_000,
  )
})

describe('the published address of an owner', () => {
  it('is readable by this user only, and deleted after the release', () => {
    const claim = claimDataFolder(folder)
    expect(ownerOf(folder)).toEqual({ pid: process.pid, url: undefined, token: undefined })
    claim.publish({ url: 'http://127.0.0.1:3000', token: 'secret' })
    expect(ownerOf(folder)).toEqual({
      pid: process.pid,
      url: 'http://127.0.0.1:3000',
      token: 'secret',
    })
    expect(statSync(ticket()).mode & 0o777).toBe(0o600)
    claim.release()
    expect(ownerOf(folder)).toBeNull()
    expect(readFileSync(ticket(), 'utf8')).not.toContain('secret')
  })
})

describe('an unusable data folder', () => {
  it('is refused if its disk has too little space', () => {
    expect(() => claimDataFolder(folder, { minFreeBytes: 1e18 })).toThrow(
      /has \d+ MB left and Fieldbook needs/,
    )
    expect(ownerOf(folder)).toBeNull()
  })

  it('is refused if a file has its name', () => {
    writeFileSync(join(folder, 'file'), '')
    expect(() => claimDataFolder(join(folder, 'file'))).toThrow('cannot be written to')
  })
})
