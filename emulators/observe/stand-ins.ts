/** In place of the script of Product Fruits: sends what the page queued, and shows nothing. */
export const toursScript = (url: string): string => `
(() => {
  const send = (entry) =>
    fetch('${url}/static/queue', { method: 'POST', body: JSON.stringify(entry) }).catch(() => {})
  const queued = window.$productFruits || []
  for (const entry of queued) send(entry)
  window.$productFruits = { push: send }
})()
`

/** In place of HubSpot's loader: the methods of the chat that a page calls, https://developers.hubspot.com/docs/api-reference/chat-widget-sdk */
export const chatScript = (url: string): string => `
(() => {
  const send = (entry) =>
    fetch('${url}/widget', { method: 'POST', body: JSON.stringify(entry), keepalive: true }).catch(() => {})
  const settings = window.hsConversationsSettings || {}
  const identity = () => ({
    email: settings.identificationEmail,
    token: settings.identificationToken,
  })
  window.HubSpotConversations = {
    widget: {
      load: () => {
        document.cookie = 'hubspotutk=stand-in; path=/'
        send({ did: 'load', ...identity() })
      },
      open: () => {
        const frame = document.createElement('div')
        frame.id = 'hubspot-messages-iframe-container'
        frame.textContent = 'Chat'
        document.body.append(frame)
        send({ did: 'open' })
      },
      remove: () => {
        document.getElementById('hubspot-messages-iframe-container')?.remove()
        send({ did: 'remove' })
      },
    },
    clear: () => {
      document.cookie = 'hubspotutk=; path=/; max-age=0'
      send({ did: 'clear' })
    },
  }
  for (const ready of window.hsConversationsOnReady || []) ready()
})()
`
