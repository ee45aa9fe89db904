export interface Filled {
  status: number
  text: string
  /** Absolute; empty without a redirect. */
  location: string
}

/** Sends the form of one of the emulator's pages, as a browser without script does. */
export async function fillForm(url: string, values: Record<string, string>): Promise<Filled> {
  const answer = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams(values),
    redirect: 'manual',
  })
  const to = answer.headers.get('location')
  return {
    status: answer.status,
    text: await answer.text(),
    location: to === null ? '' : new URL(to, url).href,
  }
}
