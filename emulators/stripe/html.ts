import { escapeHtml } from '../escape-html.ts'

/** Markup whose values are escaped. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Value = Markup | string | number | false | null | undefined | readonly Markup[]

export function html(parts: TemplateStringsArray, ...values: Value[]): Markup {
  const text = parts.reduce((result, part, index) => result + markupOf(values[index - 1]) + part)
  return new Markup(text)
}

function markupOf(value: Value): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Markup) return value.text
  return typeof value === 'object'
    ? value.map(({ text }) => text).join('')
    : escapeHtml(String(value))
}

/** A whole document that says what it is. */
export function document(title: string, body: Markup, width: 'narrow' | 'wide' = 'narrow'): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <style>
          ${new Markup(STYLE)}
        </style>
      </head>
      <body>
        <p class="notice">Emulator of Stripe: no money moves</p>
        <main class="${width}">
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html>`.text
}

const STYLE = `
:root{color-scheme:light dark;--paper:light-dark(#f8f7f3,#1c1c19);--card:light-dark(#fff,#262622);--ink:light-dark(#23231f,#eeede8);--quiet:light-dark(#5b5a53,#b8b6ad);--line:light-dark(#8a887e,#6f6d64);--accent:light-dark(#14532d,#86efac);--on:light-dark(#fff,#12200f);--red:light-dark(#9f1d1d,#fca5a5)}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
.notice{margin:0;padding:8px max(16px,env(safe-area-inset-left));background:var(--ink);color:var(--paper);text-align:center;font-size:14px}
main{max-width:560px;margin:0 auto;padding:24px 16px calc(48px + env(safe-area-inset-bottom))}main.wide{max-width:1240px}
h1{font-size:24px;line-height:1.2;margin:0 0 16px}h2{font-size:17px;margin:32px 0 8px}p{margin:0 0 12px}.quiet{color:var(--quiet);font-size:14px}
form{display:grid;gap:12px;margin:0 0 12px}label{display:grid;gap:4px;font-size:14px}
input,select,textarea{font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:8px;padding:9px 12px;font-size:16px;min-height:44px;width:100%}
button,.button{font:inherit;min-height:44px;padding:9px 16px;border-radius:8px;border:1px solid var(--line);background:var(--card);color:var(--ink);cursor:pointer;text-align:center;text-decoration:none;white-space:nowrap;display:inline-block}
button.primary{background:var(--accent);border-color:var(--accent);color:var(--on)}a{color:var(--accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}.pair{display:grid;grid-template-columns:1fr 1fr;gap:12px}
dl{display:grid;grid-template-columns:1fr auto;gap:4px 16px;margin:0 0 16px;padding:12px 16px;background:var(--card);border-radius:12px}dd{margin:0;text-align:right;font-variant-numeric:tabular-nums}.total{font-weight:600}
.error{color:var(--red);font-weight:600}.row{display:flex;flex-wrap:wrap;gap:8px;align-items:center}.row form{margin:0;display:inline}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:14px}th,td{text-align:left;padding:6px 12px 6px 0;vertical-align:top;border-top:1px solid var(--line)}th{font-weight:500;color:var(--quiet)}code{font-size:12px;overflow-wrap:anywhere}`
