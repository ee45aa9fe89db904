import * as z from 'zod/mini'
import { call } from '../core/endpoint.ts'
import { Id, Moment } from './item.ts'
import { RecentSearch, SavedSearch } from './searches.ts'

/** The first steps, in the order one takes them (product 2.11). */
export const FirstStep = z.enum(['search', 'keep', 'offline', 'install', 'team'])
export type FirstStep = z.infer<typeof FirstStep>

/** How many of each kind Home shows. */
export const fewOnHome = 5

const TopAccount = z.object({
  id: z.string(),
  name: z.string(),
  /** ANZSIC division, and where it sits: 'Perth, WA'. Null where the company's are not known. */
  industry: z.nullable(z.string()),
  place: z.nullable(z.string()),
  /** 0 to 100; null while the organisation has not described what fits it. */
  fit: z.nullable(z.int()),
  /** When a colleague last visited it or noted something on it; null when nobody has. */
  lastAt: z.nullable(Moment),
})
export type TopAccount = z.infer<typeof TopAccount>

export const Homepage = z.object({
  /** The first of one's names; null until the sign-in service has told one. */
  greetingName: z.nullable(z.string()),
  /** What the organisation has, and what of it is held; null where nothing was ever given. */
  credits: z.nullable(z.object({ balance: z.int(), reserved: z.int() })),
  /** `done` is null for what only the device knows: whether it keeps a list offline, and whether the app is installed. */
  checklist: z
    .array(z.object({ step: FirstStep, done: z.nullable(z.boolean()) }))
    .check(z.length(FirstStep.options.length)),
  continue: z.object({
    recent: z.array(RecentSearch).check(z.maxLength(fewOnHome)),
    /** Not counted here (`count` and `newSince` are null): Home opens faster than five searches run. */
    saved: z.array(SavedSearch).check(z.maxLength(fewOnHome)),
  }),
  /**
   * Signals of the last seven days that one would find among signals; null without them in the plan. A category that the flags do not
   * open is null, and so is intent while nobody tells of it: 0 would say that there was none.
   */
  signals7d: z.nullable(
    z.object({
      company: z.nullable(z.int()),
      people: z.nullable(z.int()),
      intent: z.nullable(z.int()),
    }),
  ),
  /** The best fits where an ideal customer is described, otherwise the companies last visited or noted; suppressed ones never. */
  topAccounts: z.array(TopAccount).check(z.maxLength(fewOnHome)),
  /** One's own requests for records that are under way, the newest first; `done` of `asked` rows are worked off. */
  requestsInProgress: z
    .array(
      z.object({
        id: Id,
        name: z.string(),
        statusLabel: z.string(),
        done: z.int(),
        asked: z.int(),
      }),
    )
    .check(z.maxLength(fewOnHome)),
  /** What is kept on a device; null, since only the device knows. */
  pins: z.nullable(z.object({ count: z.int(), oldest: z.nullable(Moment) })),
  /** What is new in the product; empty while nobody writes any. */
  news: z.array(z.object({ title: z.string(), at: Moment })).check(z.maxLength(3)),
})
export type Homepage = z.infer<typeof Homepage>

export const homeCalls = {
  homepage: call({
    method: 'GET',
    path: '/homepage',
    summary: 'What Home shows: the first steps, where one left off, and the accounts to look at',
    input: z.object({}),
    output: Homepage,
  }),
}
