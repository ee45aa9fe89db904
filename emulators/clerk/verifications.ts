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
