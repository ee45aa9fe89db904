import { setTimeout as wait } from 'node:timers/promises'
import { standardLimits } from '../../server/platform/http/rate-limits.ts'
import { measureMs, median, percentile } from '../support/timing.ts'
import { openBenchApp } from './app.ts'

export type FairnessFigures = {
  calls: number
  alone_p99_ms: number
  beside_p99_ms: number
  p99_ratio: number
}

const organisation = (id: string) => ({
  id,
  name: id,
  country: 'AU' as const,
  website: `https://${id.replaceAll('_', '-')}.example`,
})

const users = 60
const searches = 100

/** Searches of 20 neighbours, alone and beside 500 a second of an organisation whose limit is ten. */
export const measureFairness = async (rounds: number): Promise<FairnessFigures> => {
  const calmIds = Array.from({ length: 20 }, (_, n) => `org_calm_${n}`)
  const { app, tokenOf, close } = await openBenchApp(
    ['org_greedy', ...calmIds].map((id) => organisation(id)),
    { companies: 200, limits: standardLimits },
  )
  const tokensOf = (orgIds: readonly string[]): Promise<string[]> =>
    Promise.all(
      Array.from({ length: users }, (_, n) => {
        const orgId = orgIds[n % orgIds.length] ?? ''
        return tokenOf(orgId, `user_${orgId}_${n}`)
      }),
    )
  const greedy = await tokensOf(['org_greedy'])
  const calm = await tokensOf(calmIds)
  const search = async (bearer = ''): Promise<number> =>
    (
      await app.inject({
        method: 'POST',
        url: '/api/records',
        headers: { authorization: `Bearer ${bearer}` },
        payload: { category: 'company', search: 'a' },
      })
    ).statusCode

  let calls = 0
  const play = async (isFlooded: boolean): Promise<number> => {
    const flooding: Promise<number>[] = []
    const timer = setInterval(() => {
      if (isFlooded) flooding.push(search(greedy[flooding.length % users]))
    }, 2)
    const times: number[] = []
    for (let n = 0; n < searches; n++) {
      times.push(
        await measureMs(async () => {
          const status = await search(calm[n % users])
          if (status !== 200) throw new Error(`A neighbour’s search answered ${status}.`)
        }),
      )
      await wait(20)
    }
    clearInterval(timer)
    calls += (await Promise.all(flooding)).length
    return percentile(times, 0.99)
  }

  await play(false)
  const [alone, beside]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    alone.push(await play(false))
    beside.push(await play(true))
  }
  await close()
  return {
    calls,
    alone_p99_ms: median(alone),
    beside_p99_ms: median(beside),
    p99_ratio: median(beside.map((p99, round) => p99 / (alone[round] ?? p99))),
  }
}
