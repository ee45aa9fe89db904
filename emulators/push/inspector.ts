/** A message that arrived, read with the keys of its subscriber. */
export type ArrivedPush = {
  endpoint: string
  text: string
  topic: string | null
  ttl: number
  urgency: string | null
  at: number
}

/** A page that shows what arrived, readable, and what was refused. */
export const inspectorPage = (
  arrived: readonly ArrivedPush[],
  refused: readonly string[],
): string => `<!doctype html>
<html lang="en-AU"><meta charset="utf-8"><title>Push service</title>
<h1>Push service on this machine</h1>
<h2>${arrived.length} arrived</h2>
<ol>${arrived
  .map(
    ({ at, topic, ttl, text }) =>
      `<li>${new Date(at).toISOString()} · topic ${escaped(topic ?? 'none')} · TTL ${ttl} s<pre>${escaped(text)}</pre></li>`,
  )
  .join('')}</ol>
<h2>${refused.length} refused</h2>
<ol>${refused.map((why) => `<li>${escaped(why)}</li>`).join('')}</ol>
</html>`

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
