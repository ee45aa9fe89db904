import { LRUCache } from 'lru-cache'

/** For 10 s: a plan's end is noticed soon, and calls need no extra query. */
export const cacheApprovals = (
  ask: (orgId: string) => Promise<boolean>,
  now: () => number,
): ((orgId: string) => Promise<boolean>) => {
  const answers = new LRUCache<string, { at: number; answer: boolean }>({ max: 10_000 })
  return async (orgId) => {
    const known = answers.get(orgId)
    if (known && now() - known.at < rememberedMs) return known.answer
    const answer = await ask(orgId)
    // Only a yes is cached, so that a new subscription works at once.
    if (answer) answers.set(orgId, { at: now(), answer })
    else answers.delete(orgId)
    return answer
  }
}

const rememberedMs = 10_000
