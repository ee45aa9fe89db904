import { join } from 'node:path'
import { expect } from '@playwright/test'
import { emulatorOf } from '../../../emulators/clerk/remote.ts'

const emulator = () => emulatorOf(join(process.env['FIELDBOOK_DATA'] ?? '', 'clerk'))

export const codeSentTo = async (address: string): Promise<string> => {
  await expect.poll(async () => (await newest(address, 'code')) !== '').toBe(true)
  return newest(address, 'code')
}

export const linkSentTo = async (address: string): Promise<string> => {
  await expect.poll(async () => (await newest(address, 'link')) !== '').toBe(true)
  return newest(address, 'link')
}

const newest = async (address: string, part: 'code' | 'link'): Promise<string> =>
  (await emulator().sentTo(address)).find((message) => message[part] !== '')?.[part] ?? ''
