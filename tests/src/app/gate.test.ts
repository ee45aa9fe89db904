import { describe, expect, it } from 'vitest'
import { links } from '../../../contract/links.ts'
import { gateFor, type Gate, type GateQuestion } from '../../../src/app/gate.ts'
import { screens } from '../../../src/app/routes.tsx'

const home: GateQuestion = {
  path: links.home(),
  address: links.home(),
  ungated: false,
  signedIn: true,
  unconfirmed: false,
  wasSignedIn: true,
  subscription: 'valid',
  standing: 'confirmed',
  asking: false,
}
const at = (path: string, more: Partial<GateQuestion> = {}): GateQuestion => ({
  ...home,
  path,
  address: path,
  ...more,
})

const screen: Gate = { show: 'screen' }
const loading: Gate = { show: 'loading' }
const toPlan: Gate = { redirect: '/dashboard/plan-selection' }

describe('the plan gate', () => {
  const table: [string, GateQuestion, Gate][] = [
    [
      'shows an ungated page to any visitor, in any state',
      at('/sign-in', { ungated: true, signedIn: 'loading', subscription: 'loading' }),
      screen,
    ],
    [
      'shows maintenance to a signed-in user without a plan',
      at('/maintenance', { ungated: true, subscription: 'invalid' }),
      screen,
    ],
    ['waits while the user is unknown', at('/dashboard', { signedIn: 'loading' }), loading],
    [
      'waits for the subscription on every gated page',
      at('/dashboard/search/new', { subscription: 'loading' }),
      loading,
    ],
    [
      'waits for the subscription on plan selection too',
      at('/dashboard/plan-selection', { subscription: 'loading' }),
      loading,
    ],
    [
      'sends a visitor to sign in',
      at('/dashboard', { signedIn: false, wasSignedIn: false }),
      { redirect: '/sign-in' },
    ],
    [
      'returns a visitor to the requested page after sign-in',
      {
        ...at('/dashboard/company', { signedIn: false, wasSignedIn: false }),
        address: '/dashboard/company?id=a&tab=jobs',
      },
      { redirect: '/sign-in?redirect_url=%2Fdashboard%2Fcompany%3Fid%3Da%26tab%3Djobs' },
    ],
    [
      'sends a user who signed out to the sign-in page with action=sign-out',
      at('/dashboard/list', { signedIn: false }),
      { redirect: '/sign-in?action=sign-out' },
    ],
    ['opens the app with a valid subscription', at('/dashboard/list'), screen],
    [
      'sends a user with a valid subscription from plan selection to the dashboard',
      at('/dashboard/plan-selection'),
      { redirect: '/dashboard' },
    ],
    [
      'leaves a user with a valid subscription on create company',
      at('/dashboard/create-company'),
      screen,
    ],
    [
      'sends a user without a valid subscription to plan selection',
      at('/dashboard', { subscription: 'invalid' }),
      toPlan,
    ],
    [
      'leaves a user without a valid subscription on plan selection',
      at('/dashboard/plan-selection', { subscription: 'invalid' }),
      screen,
    ],
    [
      'leaves a user without a valid subscription on create company',
      at('/dashboard/create-company', { subscription: 'invalid' }),
      screen,
    ],
    [
      'shows trouble, and does not redirect, if the subscription did not load',
      at('/dashboard', { subscription: 'failed' }),
      { show: 'trouble' },
    ],
    [
      'gates an unknown path like any other',
      { ...at('/dashboard/nowhere', { subscription: 'invalid' }), path: null },
      toPlan,
    ],
  ]
  it.each(table)('%s', (_, question, gate) => {
    expect(gateFor(question)).toEqual(gate)
  })

  it('lets exactly sign-in, sign-up, maintenance and the privacy page pass ungated', () => {
    const ungated = screens.filter((entry) => entry.ungated === true).map((entry) => entry.path)
    expect(ungated.toSorted()).toEqual(['/maintenance', '/privacy', '/sign-in', '/sign-up'])
  })

  it('never redirects in a loop', () => {
    for (const { path, ungated = false } of screens)
      for (const signedIn of [true, false])
        for (const subscription of ['valid', 'invalid'] as const) {
          const first = gateFor({ ...at(path), ungated, signedIn, subscription })
          if (!('redirect' in first)) continue
          const next = first.redirect.split('?')[0] ?? ''
          const target = screens.find((entry) => entry.path === next)
          expect(target?.path).toBe(next)
          const second = gateFor({
            ...at(next),
            ungated: target?.ungated ?? false,
            signedIn,
            subscription,
          })
          expect(second).toEqual(screen)
        }
  })
})
