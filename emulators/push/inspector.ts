import { escapeHtml } from '../escape-html.ts'

export type ArrivedPush = {
  endpoint: string
  text: string
  topic: string | null
  ttl: number
  urgency: string | null
  at: number
}

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
      `<li>${new Date(at).toISOString()} · topic ${escapeHtml(topic ?? 'none')} · TTL ${ttl} s<pre>${escapeHtml(text)}</pre></li>`,
  )
  .join('')}</ol>
<h2>${refused.length} refused</h2>
<ol>${refused.map((why) => `<li>${escapeHtml(why)}</li>`).join('')}</ol>
</html>`
