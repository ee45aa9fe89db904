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

/**
 * What axe finds serious or critical on the page as it stands, one line each. Looks again where it finds something: what is being
 * drawn, or fades in, is judged once it stands.
 */
export const seriousViolations = async (page: Page): Promise<string[]> => {
  let found: string[] = []
  for (let look = 1; look <= 4; look += 1) {
    await page.waitForFunction(stands, null, { timeout: 5_000 }).catch(() => undefined)
    // A page that is left meanwhile cannot be judged.
    const result = await new AxeBuilder({ page }).analyze().catch(() => null)
    found = (result?.violations ?? [])
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)
    if (found.length === 0) return []
    await page.waitForTimeout(500)
  }
  return found
}

/** In the page: whatever moves does so for ever. */
const stands = (): boolean =>
  document.getAnimations().every(({ effect }) => effect?.getComputedTiming().endTime === Infinity)
