import { signInAsDemoAdmin } from '../../scripts/sign-in.ts'
import { forgetFiles, newDevice, withBrowser, type Device } from './device.ts'
import { keepList } from './kept-list.ts'

/** Devices at the beginnings that are measured. */
export type Devices = {
  /** Never here before. */
  fresh: Device
  /** Signed in and nothing else: files, worker and storage are gone. */
  signedIn: Device
  /** Used before: everything the app keeps is there, and a list that is available offline. */
  installed: Device
  /** The address of that list. */
  listUrl: string
}

const RECORDS = 1_000

const SETTLE_MS = 5_000

/** Signs in, keeps a list of 1,000 records and visits `url`, so that its answers are kept and the worker has everything. */
export async function makeDevices(origin: string, url: string): Promise<Devices> {
  const installed = newDevice()
  const listUrl = await withBrowser(installed, async ({ context }) => {
    await signInAsDemoAdmin(context, origin)
    const list = await keepList(context, origin, RECORDS)
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

/** A device that has the page of `url` and its worker. */
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
  // Answers are written a moment after they came.
  await page.waitForTimeout(SETTLE_MS)
  await page.close()
}
