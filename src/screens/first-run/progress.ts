import { useState } from 'react'
import * as z from 'zod/mini'
import { readStored, writeStored } from '../../lib/storage.ts'
import { useIdentity } from '../../session/use-identity.ts'
import { firstRunKey } from '../../shared/first-run.ts'

/** In their order. */
export const steps = ['customers', 'list', 'offline', 'install'] as const
export type Step = (typeof steps)[number]

const Answers = z.object({
  /** In the user's words. */
  sells: z.string(),
  industries: z.array(z.object({ division: z.string(), group: z.nullable(z.string()) })),
  sizes: z.array(z.string()),
  country: z.enum(['AU', 'NZ']),
  /** A value of the filter location. */
  region: z.nullable(z.string()),
})
export type Answers = z.infer<typeof Answers>

const Progress = z.object({
  step: z.enum(steps),
  answers: Answers,
  list: z.nullable(z.object({ id: z.string(), name: z.string(), count: z.int() })),
})
export type Progress = z.infer<typeof Progress>

/** The user's progress, or null before the first answer; stored on this device until sign-out, so that a reload loses nothing. */
export const useProgress = () => {
  const { userId, orgId } = useIdentity()
  const key = firstRunKey(userId, orgId)
  const [progress, setProgress] = useState(() => {
    const stored = z.safeParse(Progress, readStored(key))
    return stored.success ? stored.data : null
  })
  return {
    progress,
    save: (next: Progress): void => {
      writeStored(key, next)
      setProgress(next)
    },
    finish: (): void => writeStored(key, 'done'),
  }
}
