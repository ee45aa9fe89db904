import { signInAsDemoAdmin } from '../../scripts/sign-in.ts'
import { forgetFiles, newDevice, withBrowser, type Device } from './device.ts'
import { saveOfflineList } from './offline-list.ts'

export type Devices = {
  fresh: Device
  /** Signed in, without files, worker and storage. */
  signedIn: Device
  installed: Device
  listUrl: string
}

const RECORDS = 1_000

const SETTLE_MS = 5_000

/** Visits `url`, so that its answers are persisted and the worker is complete. */
export async function makeDevices(origin: string, url: string): Promise<Devices> {
  const installed = newDevice()
  const listUrl = await withBrowser(installed, async ({ context }) => {
    await signInAsDemoAdmin(context, origin)
    const list = await saveOfflineList(context, origin, RECORDS)
    await visit(context, url)
    await visit(context, list)
    return list
  })
  const signedIn = newDevice(installed)
  await withBrowser(signedIn, async ({ context }) => {
    const page = await context.newPage()
    await forgetFiles(page, origin)
  })
  return { fresh: newDevice(), signedIn, installed, listUrl }
}

export async function deviceAfterVisit(url: string): Promise<Device> {
  const device = newDevice()
  await withBrowser(device, ({ context }) => visit(context, url))
  return device
}

async function visit(
  context: Parameters<Parameters<typeof withBrowser>[1]>[0]['context'],
  url: string,
): Promise<void> {
  const page = await context.newPage()
  await page.goto(url)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  // Answers are persisted with a delay.
  await page.waitForTimeout(SETTLE_MS)
  await page.close()
}
