import { escapeHtml } from '../escape-html.ts'
import type { Seen } from './emulator.ts'

export const inspectorPage = (seen: readonly Seen[]): string => `<!doctype html>
<html lang="en-AU"><meta charset="utf-8"><title>Services around Fieldbook</title>
<h1>Services around Fieldbook, on this machine</h1>
<p>${seen.length} requests</p>
<ol>${seen
  .toReversed()
  .map(
    ({ at, service, method, path, text }) =>
      `<li>${new Date(at).toISOString()} · ${service} · ${method} ${escapeHtml(path)}<pre>${escapeHtml(text)}</pre></li>`,
  )
  .join('')}</ol>
</html>`
