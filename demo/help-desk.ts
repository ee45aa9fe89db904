/** The service worker leaves addresses that begin like this to the server. */
export const helpDeskPath = '/__help-desk/tickets/new'

/** The page for a new ticket of an invented help desk: it sends nothing. */
export const newTicket = (query: unknown): string => {
  const about = textOf(query, 'about')
  const page = textOf(query, 'page')
  return `<!doctype html>
<html lang="en-AU">
<meta charset="utf-8">
<title>New ticket · Demo help desk</title>
<h1>New ticket</h1>
<p>This help desk belongs to the demo: nothing is sent. Set CONTACT_SALES_URL to yours.</p>
<dl>
<dt>About</dt><dd>${escaped(about)}</dd>
<dt>Page</dt><dd>${escaped(page)}</dd>
</dl>
<p><label>Your message<br><textarea rows="6" cols="60"></textarea></label></p>
</html>
`
}

const textOf = (query: unknown, key: string): string => {
  const value: unknown =
    typeof query === 'object' && query !== null ? Reflect.get(query, key) : null
  return typeof value === 'string' ? value.slice(0, 200) : ''
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
