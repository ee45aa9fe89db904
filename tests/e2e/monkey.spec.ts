import { expect, test } from '@playwright/test'
import { reportPromise } from '../kit/reliability.ts'
import { letLoose, numbersFrom, watchPage, type Surface } from '../kit/journeys/monkey.ts'
import { workerReady } from '../kit/journeys/unreliable-network.ts'
import { signIn } from '../kit/journeys/people.ts'

/** 20000 actions and 10 seeds are the full volume. */
const actions = Number(process.env['MONKEY_ACTIONS'] ?? 160)
const seeds = Number(process.env['MONKEY_SEEDS'] ?? 1)
const firstSeed = Number(process.env['MONKEY_SEED'] ?? 20260303)

const desktop = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }
const surfaces: [string, Surface][] = [
  ['a desktop, light', { ...desktop, colorScheme: 'light' }],
  ['a desktop, dark', { ...desktop, colorScheme: 'dark' }],
  ['a phone, light', { ...phone, colorScheme: 'light' }],
  ['a phone, dark', { ...phone, colorScheme: 'dark' }],
]
const each = Math.ceil(actions / (surfaces.length * seeds))

for (let seed = firstSeed; seed < firstSeed + seeds; seed += 1)
  for (const [index, [name, surface]] of surfaces.entries())
    test(`${each} random actions on ${name}, cause no error, blank screen or serious axe violation (MONKEY_SEED=${seed})`, async ({
      page,
      context,
    }) => {
      test.setTimeout(300_000 + each * 2_000)
      await page.setViewportSize(surface)
      await page.emulateMedia({ colorScheme: surface.colorScheme })
      await signIn(page, 'otherAdmin')
      await workerReady(page)
      const watch = watchPage(page)
      const numbers = numbersFrom(seed * surfaces.length + index)
      const done = await letLoose({ context, page, watch, numbers, surface }, each)
      expect(watch.faults, `after\n${done.slice(-25).join('\n')}\n`).toEqual([])
      reportPromise({
        promise: 'I30',
        check: `random actions on ${name}`,
        volume: done.length,
        goal: 20_000 / surfaces.length,
        seed,
        figures: { errors: watch.faults.length },
      })
    })

const planted: [string, string, RegExp][] = [
  ['an uncaught error', "setTimeout(() => { throw new Error('planted') })", /uncaught: planted/],
  ['an unhandled rejection', "void Promise.reject(new Error('planted'))", /uncaught: planted/],
  ['a console error', "console.error('planted')", /console: planted/],
  ['a blank screen', "document.getElementById('root').remove()", /blank screen/],
  [
    'a button without a name',
    "document.querySelector('main, form').append(document.createElement('button'))",
    /axe at .*button-name/,
  ],
]

for (const [fault, script, found] of planted)
  test(`the monkey notices ${fault}`, async ({ page }) => {
    await page.goto('/sign-in')
    await expect(page.getByLabel('Work email')).toBeVisible()
    const watch = watchPage(page)
    await page.evaluate(script)
    await watch.look({ axe: true })
    expect(watch.faults.join('\n')).toMatch(found)
  })
