/** The attributes of a link that opens web pages in a new tab, and calls, emails and maps apps where they are. */
export const newTab = (href: string): { target?: '_blank'; rel?: 'noreferrer' } =>
  /^https?:/.test(href) ? { target: '_blank', rel: 'noreferrer' } : {}
