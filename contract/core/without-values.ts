/** A message without what users or records put into it: quoted text, addresses, queries, tokens and numbers. */
export const withoutValues = (message: string): string =>
  message
    .slice(0, maxMessageLength)
    .replaceAll(/"[^"]*("|$)/g, '"…"')
    .replaceAll(/(?<!\w)'[^']*('|$)/g, "'…'")
    .replaceAll(/[‘“][^’”]*([’”]|$)/g, '‘…’')
    .replaceAll(/[^\s@]{1,64}@[^\s@]{1,255}/g, '…')
    .replaceAll(/\?\S+/g, '?…')
    .replaceAll(/[\w-]{32,}/g, '…')
    .replaceAll(/\+?\d[\d ()-]{5,30}\d/g, '…')

const maxMessageLength = 500
