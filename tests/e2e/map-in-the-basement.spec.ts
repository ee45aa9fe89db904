import { expect, test, type Page } from '@playwright/test'
import { z } from 'zod'
import { chromiumOptions } from '../../scripts/lib/browser.ts'
import { forgetLists } from '../kit/journeys/lists.ts'
import { watchFor } from '../kit/journeys/people.ts'
import { colleague, workerReady, type Colleague } from '../kit/journeys/unreliable-network.ts'

const perth = { latitude: -31.9523, longitude: 115.8613 }

test.use({
  viewport: { width: 1440, height: 900 },
  geolocation: perth,
  permissions: ['geolocation'],
  contextOptions: { reducedMotion: 'reduce' },
  // Without a graphics card.
  launchOptions: {
    ...chromiumOptions,
    args: [...chromiumOptions.args, '--enable-unsafe-swiftshader'],
  },
})

test('map in the basement: 1,000 companies of an offline list on a map without a network, from a cold start', async ({
  context,
}) => {
  const watched: ReturnType<typeof watchFor>[] = []
  context.on('page', (page) => watched.push(watchFor(page)))
  const { page: office, call } = await colleague(context, 'standard')
  const list = await listOf1000({ page: office, call })
  await workerReady(office)
  await office.goto(`/dashboard/list?id=${list}`)
  await office.getByRole('button', { name: /^Make available offline/ }).click()
  await office.getByRole('button', { name: 'Not now' }).click()
  await expect(office.getByText(/^Offline · updated/)).toBeVisible({ timeout: 60_000 })
  await office.getByRole('button', { name: 'Add map' }).click()
  await expect(office.getByText('With map')).toBeVisible()

  await context.setOffline(true)
  await office.close()
  const page = await context.newPage()
  await page.goto(`/dashboard/list?id=${list}&view=map`)
  const map = page.getByRole('region', { name: 'Map', exact: true })

  await test.step('shows every company, in clusters', async () => {
    await expect(map.getByText(/^1,000 companies on the map\./)).toBeVisible()
    await expect(map.getByText('no streets', { exact: false })).toBeVisible()
    await expect.poll(() => discsOn(page)).not.toHaveLength(0)
  })

  await test.step('a press on a cluster zooms in, and at last on a company shows its card', async () => {
    const card = map.getByRole('article')
    await expect(async () => {
      const [disc] = await discsOn(page)
      if (disc) await page.mouse.click(disc.x, disc.y)
      await expect(card).toBeVisible({ timeout: 500 })
    }).toPass()
    await expect(card.getByRole('button', { name: /^Log visit to/ })).toBeVisible()
    await card.getByRole('button', { name: 'Close' }).click()
  })

  await test.step('searches the area around the user, with the total of the list', async () => {
    await map.getByRole('button', { name: 'Where am I' }).click()
    await page.getByRole('button', { name: 'Use my location' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await map.getByRole('button', { name: 'Search this area' }).click()
    const onMap = map.getByText(/^[\d,]+ compan(y|ies) on the map\./)
    const total = page.getByText(/^Found [\d,]+ compan(y|ies) of 1,000$/)
    await expect(total).toBeVisible()
    await expect
      .poll(async () => countIn(await onMap.textContent()))
      .toBe(countIn(await total.textContent()))
  })

  await test.step('the list beside it opens a company by keyboard, and going back leads to the map', async () => {
    const row = page.getByRole('main').locator('[data-row]').first()
    await row.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/open=/)
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/view=map/)
    await expect(map).toBeVisible()
  })
  expect(watched.flatMap(({ faults }) => faults)).toEqual([])
})

const listOf1000 = async (office: Colleague): Promise<string> => {
  await forgetLists(office, 'Basement')
  const { id } = z
    .object({ id: z.string() })
    .parse(await office.call('POST', '/lists', { name: 'Basement', category: 'company' }))
  await office.call('POST', `/lists/${id}/members/found`, {
    filters: { location: ['AU/WA'] },
    first: 1_000,
  })
  return id
}

const countIn = (text: string | null): number =>
  Number(/[\d,]+/.exec(text ?? '')?.[0].replaceAll(',', ''))

/** The middles of patches in the colour of the discs on the map, in pixels of the page. */
const discsOn = async (page: Page): Promise<{ x: number; y: number }[]> => {
  const canvas = page.locator('canvas.maplibregl-canvas')
  const box = await canvas.boundingBox()
  if (box === null) return []
  const picture = (await canvas.screenshot()).toString('base64')
  const found = await page.evaluate(async (encoded) => {
    const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const { width, height } = bitmap
    const context = new OffscreenCanvas(width, height).getContext('2d')
    if (context === null) return []
    const probe = document.createElement('span')
    probe.style.color = 'var(--color-accent)'
    document.body.append(probe)
    context.fillStyle = getComputedStyle(probe).color
    probe.remove()
    context.fillRect(0, 0, 1, 1)
    const accent = [...context.getImageData(0, 0, 1, 1).data].slice(0, 3)
    context.drawImage(bitmap, 0, 0)
    const { data } = context.getImageData(0, 0, width, height)
    const isDisc = (x: number, y: number): boolean =>
      accent.every((part, at) => Math.abs(part - (data[(y * width + x) * 4 + at] ?? 0)) < 6)
    const discs: { x: number; y: number }[] = []
    for (let y = 24; y < height - 24; y += 4)
      for (let x = 24; x < width - 24; x += 4)
        if (
          isDisc(x, y) &&
          isDisc(x - 4, y) &&
          isDisc(x + 4, y) &&
          discs.every((disc) => Math.hypot(disc.x - x, disc.y - y) > 40)
        )
          discs.push({ x, y })
    return discs
  }, picture)
  return found.map(({ x, y }) => ({ x: x + box.x, y: y + box.y }))
}
