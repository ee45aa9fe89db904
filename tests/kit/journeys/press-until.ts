import type { Locator } from '@playwright/test'

/** Presses until the result is there: what a start draws first is a picture of the last screen, which does nothing yet. */
export const pressUntil = async (result: Locator, press: () => Promise<unknown>): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    await press().catch(() => undefined)
    try {
      return await result.waitFor({ timeout: 5_000 })
    } catch (error) {
      if (tries === 6) throw error
    }
  }
}
