import * as z from 'zod/mini'
import { memberEndpoint } from '../core/endpoint.ts'
import { Id, Moment } from './item.ts'
import { RecentSearch, SavedSearch } from './searches.ts'

/** In their order (product 2.11). */
export const FirstStep = z.enum(['search', 'keep', 'offline', 'install', 'team'])
export type FirstStep = z.infer<typeof FirstStep>

export const fewOnHome = 5

const TopAccount = z.object({
  id: z.string(),
  name: z.string(),
  /** ANZSIC division, and location: 'Perth, WA'. Null if unknown. */
  industry: z.nullable(z.string()),
  locality: z.nullable(z.string()),
  /** 0 to 100; null without an ideal customer profile. */
  fit: z.nullable(z.int()),
  /** A visit or a note of any member. */
  lastAt: z.nullable(Moment),
})
export type TopAccount = z.infer<typeof TopAccount>

export const Homepage = z.object({
  /** Null until Clerk has sent it. */
  greetingName: z.nullable(z.string()),
  /** Null without an account. */
  credits: z.nullable(z.object({ balance: z.int(), reserved: z.int() })),
  /** `done` is null for steps that only the device knows. */
  checklist: z
    .array(z.object({ step: FirstStep, done: z.nullable(z.boolean()) }))
    .check(z.length(FirstStep.options.length)),
  continue: z.object({
    recent: z.array(RecentSearch).check(z.maxLength(fewOnHome)),
    /** `count` and `newSince` are null, because five searches would delay Home. */
    saved: z.array(SavedSearch).check(z.maxLength(fewOnHome)),
  }),
  /** Null if the plan has none. A category without access or source is null too, because 0 would mean that nothing happened. */
  signals7d: z.nullable(
    z.object({
      company: z.nullable(z.int()),
      people: z.nullable(z.int()),
      intent: z.nullable(z.int()),
    }),
  ),
  /** The best fits, or without an ideal customer profile the companies last visited or noted; never suppressed ones. */
  topAccounts: z.array(TopAccount).check(z.maxLength(fewOnHome)),
  /** The caller's, newest first. */
  requestsInProgress: z
    .array(
      z.object({
        id: Id,
        name: z.string(),
        statusLabel: z.string(),
        done: z.int(),
        requested: z.int(),
      }),
    )
    .check(z.maxLength(fewOnHome)),
})
export type Homepage = z.infer<typeof Homepage>

export const homeEndpoints = {
  homepage: memberEndpoint({
    method: 'GET',
    path: '/homepage',
    summary: 'What Home shows: the first steps, where one left off, and the accounts to look at',
    /** Best fits of this country; without it, of both. */
    input: z.object({ country: z.optional(z.enum(['AU', 'NZ'])) }),
    output: Homepage,
  }),
}
