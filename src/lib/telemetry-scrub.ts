/** The same value, without what addresses and elements say about records and searches. */
export const scrub = <Value>(value: Value): Value => {
  const scrubbed: unknown = JSON.parse(JSON.stringify(value), (_, part: unknown) =>
    typeof part === 'string' ? scrubText(part) : part,
  )
  // Only texts are others.
  return scrubbed as Value
}

const scrubText = (text: string): string => {
  const shown = isAddress.test(text) ? text.replace(/#.*/s, '') : text
  return shown
    .replaceAll(/\?\S+/g, '')
    .replaceAll(/\b(mailto|tel):\S+/g, '$1:')
    .replace(labelledElement, '$1')
}

/** As the name of a request too: `GET /api/records`. */
const isAddress = /^(?:[A-Z]{3,7} )?(?:https?:\/)?\//
/** A selector holds labels, which name records: `main > button[aria-label="Open …"]`. */
const labelledElement = /^([^{]*?)\[[\w-]+=".*/s

/** Of this visitor, analytics and recordings are unwanted. */
export const refusesTracking = (browser: Navigator = navigator): boolean =>
  browser.doNotTrack === '1' ||
  ('globalPrivacyControl' in browser && browser.globalPrivacyControl === true)
