import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

type Check = () => void | Promise<void>

const decisions = readdirSync('docs/decisions').map((file) => file.slice(0, 3))

export const section = describe

/** A sentence of the specification; its test fails when it stops being true. */
export const holds = (sentence: string, check: Check): void => it(sentence, check)

/** Ours differs, or does more: `decision` in docs/decisions says why, and `check` proves what is true instead. */
export const decided = (sentence: string, decision: string, check: Check): void =>
  it(`${sentence} [decision ${decision}]`, async () => {
    expect(decisions).toContain(decision)
    await check()
  })
