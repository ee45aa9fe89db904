import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoSeed } from '../../../emulators/clerk/demo.ts'
import {
  startClerkEmulator,
  type ClerkEmulator,
  type ClerkEmulatorOptions,
} from '../../../emulators/clerk/emulator.ts'

export const ORIGIN = 'http://localhost:3000'
export const PASSWORDS = {
  admin: 'harbour-alex-1',
  standard: 'harbour-sam-1',
  otherAdmin: 'cross-kiri-1',
  newcomer: 'coast-mia-1',
}

export interface StartedClerk extends ClerkEmulator {
  dataFolder: string
  lastCode: (to: string) => Promise<string>
  lastLink: (to: string) => Promise<URL>
  end: () => Promise<void>
}

type Options = Partial<Omit<ClerkEmulatorOptions, 'dataFolder'>> & { dataFolder?: string }

/** With the demo's users, by default in a new folder. */
export async function startClerk(options: Options = {}): Promise<StartedClerk> {
  const dataFolder = options.dataFolder ?? (await freshFolder())
  const clerk = await startClerkEmulator({
    origin: () => ORIGIN,
    seed: demoSeed(PASSWORDS),
    env: {},
    ...options,
    dataFolder,
  })
  const sentTo = async (to: string): Promise<{ code: string; link: string } | undefined> => {
    const answer: unknown = await (await fetch(`${clerk.url}/sent.json`)).json()
    const sent = answer as { to: string; code: string; link: string }[]
    return sent.find((message) => message.to === to)
  }
  return {
    ...clerk,
    dataFolder,
    lastCode: async (to) => (await sentTo(to))?.code ?? '',
    lastLink: async (to) => new URL((await sentTo(to))?.link ?? ''),
    end: async () => {
      await clerk.close()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

let prepared: Promise<string> | undefined

/** Copied from one that is made once in a process: making keys and users takes longer than most tests. */
export async function freshFolder(): Promise<string> {
  prepared ??= prepare()
  const folder = await mkdtemp(join(tmpdir(), 'clerk-emulator-'))
  await cp(await prepared, folder, { recursive: true })
  return folder
}

async function prepare(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'clerk-prepared-'))
  const clerk = await startClerkEmulator({
    dataFolder: folder,
    origin: () => ORIGIN,
    seed: demoSeed(PASSWORDS),
    env: {},
  })
  await clerk.close()
  return folder
}
