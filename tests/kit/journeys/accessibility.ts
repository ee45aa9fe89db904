import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Our screens have no frame of another origin, and without those axe takes a third of the time. */
const axe = (page: Page): AxeBuilder =>
  new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .exclude(focusGuard)

/** Around an open menu or popover. It passes focus on at once, by a listener that axe cannot see. */
const focusGuard = '[data-base-ui-focus-guard]'

/** Checks once transitions have ended and dimmed content has its counts. */
export const expectAccessible = (
  page: Page,
  { of, without }: { of?: string; without?: string } = {},
): Promise<void> =>
  expect(async () => {
    await page.waitForFunction(isStill)
    const look = axe(page)
    if (of !== undefined) look.include(of)
    if (without !== undefined) look.exclude(without)
    const { violations } = await look.analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([])
  }).toPass({ timeout: 120_000 })

/** Checks again after a finding, because content may still render or fade in. */
export const seriousViolations = async (page: Page): Promise<string[]> => {
  let found: string[] = []
  for (let look = 1; look <= 4; look += 1) {
    await page.waitForFunction(isStill, null, { timeout: 5_000 }).catch(() => undefined)
    // A page that navigates meanwhile cannot be judged.
    const result = await axe(page)
      .analyze()
      .catch(() => null)
    found = (result?.violations ?? [])
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)
    if (found.length === 0) return []
    await page.waitForTimeout(500)
  }
  return found
}

/** In the page: only endless animations still run. */
const isStill = (): boolean =>
  document.getAnimations().every(({ effect }) => effect?.getComputedTiming().endTime === Infinity)
