import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * Nobody is shut out of what is on the page, or of the part of it that is looked at, once it stands: what still fades in, and what is
 * dimmed until it has been counted anew, is waited for.
 */
export const expectForAll = (
  page: Page,
  { of, without }: { of?: string; without?: string } = {},
): Promise<void> =>
  expect(async () => {
    await page.waitForFunction(stands)
    const look = new AxeBuilder({ page })
    if (of !== undefined) look.include(of)
    if (without !== undefined) look.exclude(without)
    const { violations } = await look.analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([])
  }).toPass({ timeout: 15_000 })

/** In the page: whatever moves does so for ever. */
const stands = (): boolean =>
  document.getAnimations().every(({ effect }) => effect?.getComputedTiming().endTime === Infinity)
