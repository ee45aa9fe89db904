/** How far the proof of an address or a factor has come, as the Frontend API writes it. */
export function verification(
  strategy: string,
  verified: boolean,
  expireAt: number | null = null,
): object {
  return {
    object: `verification_${strategy}`,
    status: verified ? 'verified' : 'unverified',
    strategy,
    attempts: null,
    expire_at: expireAt,
    error: null,
  }
}
