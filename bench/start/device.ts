import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { freePort } from '../../scripts/lib/ports.ts'
import { chromiumOptions } from '../../scripts/lib/browser.ts'
import { trustArgument } from './certificate.ts'

export type Device = { folder: string }

export type Started = { context: BrowserContext; port: number }

const root = mkdtempSync(join(tmpdir(), 'fieldbook-devices-'))
let deviceCount = 0

export function newDevice(like?: Device): Device {
  const folder = join(root, String((deviceCount += 1)))
  if (like && existsSync(like.folder)) cpSync(like.folder, folder, { recursive: true })
  return { folder }
}

export function dropDevice(device: Device): void {
  rmSync(device.folder, { recursive: true, force: true })
}

export function dropDevices(): void {
  rmSync(root, { recursive: true, force: true })
}

/** In a separate process each time, as when a user opens the browser again. */
export async function withBrowser<Result>(
  device: Device,
  use: (started: Started) => Promise<Result>,
): Promise<Result> {
  const port = await freePort()
  const context = await chromium.launchPersistentContext(device.folder, {
    ...chromiumOptions,
    viewport: { width: 1280, height: 800 },
    args: [...chromiumOptions.args, `--remote-debugging-port=${port}`, trustArgument()],
  })
  try {
    return await use({ context, port })
  } finally {
    await context.close()
  }
}

export async function forgetFiles(page: Page, origin: string): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.clearBrowserCache')
  await browser.send('Storage.clearDataForOrigin', {
    origin,
    storageTypes: 'service_workers,cache_storage,local_storage,indexeddb',
  })
  await browser.detach()
}
