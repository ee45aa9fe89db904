import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { links } from '../contract/links.ts'
import { chromiumOptions } from './lib/browser.ts'
import { startProduct } from './product.ts'
import { signInAsDemoAdmin } from './sign-in.ts'

// Run by hand when the search looks different: node scripts/screenshots.ts

const folder = fileURLToPath(new URL('../public/screenshots/', import.meta.url))
const search = `${links.newSearch()}?country=AU&industry=Construction&location=AU/WA&company_size=51-200`

const pictures = [
  { file: 'search-wide.png', width: 1280, height: 800, isMobile: false },
  { file: 'search-narrow.png', width: 390, height: 844, isMobile: true },
]

const running = process.env['FIELDBOOK_URL']
const product = running === undefined ? await startProduct() : undefined
const origin = product?.url ?? running ?? ''
const browser = await chromium.launch(chromiumOptions)
mkdirSync(folder, { recursive: true })
try {
  for (const { file, width, height, isMobile } of pictures) {
    const context = await browser.newContext({
      viewport: { width, height },
      isMobile,
      hasTouch: isMobile,
      locale: 'en-AU',
      colorScheme: 'light',
    })
    await signInAsDemoAdmin(context, origin)
    const page = await context.newPage()
    await page.goto(origin + search)
    await page.getByRole('region', { name: 'Results' }).getByText(/WA$/).first().waitFor()
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: folder + file })
    await context.close()
  }
} finally {
  await browser.close()
  await product?.stop()
}
