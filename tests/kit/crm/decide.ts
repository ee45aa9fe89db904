/** Presses Allow or Deny on the emulator's page; the query with which the admin returns. */
export const decide = async (
  authorizeUrl: URL,
  decision: 'allow' | 'deny',
  user?: string,
): Promise<URLSearchParams> => {
  const html = await (await fetch(authorizeUrl)).text()
  const [, request = ''] = /name="request" value="([^"]+)"/.exec(html) ?? []
  const answer = await fetch(new URL('/_/consent', authorizeUrl), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ request, decision, ...(user !== undefined && { user }) }),
  })
  return new URL(answer.headers.get('location') ?? 'about:blank').searchParams
}

/** What an admin types to connect, by the prefix of the CRM's settings. */
export const addresses: Readonly<Record<string, string>> = {
  DYNAMICS: 'https://harbour.crm6.dynamics.com',
}
