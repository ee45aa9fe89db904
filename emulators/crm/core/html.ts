import { escapeHtml } from '../../escape-html.ts'

/** A whole page that says what it is; `body` is HTML. */
export const page = (name: string, title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><p class="notice">Emulator of ${escapeHtml(name)}: nothing leaves this machine</p><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`

const style = `
:root{color-scheme:light dark}*{box-sizing:border-box}
body{margin:0;font:16px/1.5 system-ui,sans-serif;background:light-dark(#f8f7f3,#1c1c19);color:light-dark(#23231f,#eeede8)}
.notice{margin:0;padding:8px 16px;background:light-dark(#23231f,#eeede8);color:light-dark(#f8f7f3,#1c1c19);text-align:center;font-size:14px}
main{max-width:1100px;margin:0 auto;padding:24px 16px 48px}h1{font-size:24px;margin:0 0 16px}h2{font-size:17px;margin:32px 0 8px}
form{display:inline-flex;flex-wrap:wrap;gap:8px;align-items:center;margin:0}button,select,input{font:inherit;min-height:44px;padding:8px 16px;border-radius:8px;border:1px solid light-dark(#8a887e,#6f6d64);background:light-dark(#fff,#262622);color:inherit}
button.primary{background:light-dark(#14532d,#86efac);color:light-dark(#fff,#12200f)}:focus-visible{outline:2px solid currentColor;outline-offset:2px}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:14px}th,td{text-align:left;padding:6px 12px 6px 0;vertical-align:top;border-top:1px solid light-dark(#ccc,#444)}code{font-size:12px;overflow-wrap:anywhere}
td button{min-height:32px;padding:4px 10px;font-size:13px}td input{min-height:32px;padding:4px 8px;width:9em;font-size:13px}`
